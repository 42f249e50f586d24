// The types of the driver leave its helpers out.
declare module 'pg/lib/utils.js' {
  /** A value of a statement as the driver sends it. */
  export function prepareValue(value: unknown): string | Buffer | null
}
