/** The permission code of a path: no parameters, slashes as colons. Frame §4. */
export function permissionOf(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .join(':')
}

const BUSINESS: [RegExp, number][] = [
  [/\/(save|add|create|register)$/, 1],
  [/delete/i, 3],
  [/examine|audit/i, 8],
  [/export/i, 5],
  [/import/i, 6],
  [/clear/i, 9],
]

export function businessOf(path: string, change: boolean): number {
  if (!change) return 0
  return BUSINESS.find(([pattern]) => pattern.test(path.replace(/\/:\w+/g, '')))?.[1] ?? 2
}
