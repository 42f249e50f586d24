/** Texts of a texts value: a list, or comma text on the wire. */
export function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String)
  return typeof value === 'string' && value !== '' ? value.split(',') : []
}
