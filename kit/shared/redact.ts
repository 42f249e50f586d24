const MASK = '******'

// Compared without case, hyphens and underscores: x-token, X_TOKEN and xToken are one key.
const SECRET_ENDINGS = [
  'password',
  'passwd',
  'pwd',
  'token',
  'secret',
  'authorization',
  'cookie',
  'captcha',
  'aeskey',
  'apikey',
  'accesskey',
  'secretkey',
  'privatekey',
  'signature',
  'idcard',
  'idcardno',
  'idnumber',
  'bankaccount',
  'bankcard',
  'bankcardno',
  'cardno',
]
const SECRET_KEYS = new Set(['code', 'smscode', 'verifycode', 'captchakey'])

// An 18-digit resident identity number with a plausible birth date, wherever it stands in a text.
const IDENTITY_NUMBER =
  /(?<!\d)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx](?!\d)/g

/**
 * A copy of a value fit for logs (platform §13.3): whatever stands under the key of a secret becomes '******',
 * however deep, and identity numbers inside texts too. Dates, null and undefined stay; class instances are
 * read as their own fields, a value inside itself becomes '[circular]'. The input is not changed.
 */
export function redact(value: unknown): unknown {
  return copy(value, [])
}

function copy(value: unknown, above: readonly object[]): unknown {
  if (typeof value === 'string') return value.replace(IDENTITY_NUMBER, MASK)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (above.includes(value)) return '[circular]'
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  const path = [...above, value]
  if (Array.isArray(value)) return value.map((item) => copy(item, path))
  return Object.fromEntries(
    entriesOf(value).map(([key, item]) => [key, isSecret(key) && item != null ? MASK : copy(item, path)]),
  )
}

function entriesOf(value: object): [string, unknown][] {
  if (value instanceof Map) return [...value].map(([key, item]) => [String(key), item])
  // What an Error says does not stand in its enumerable fields.
  if (value instanceof Error)
    return [['name', value.name], ['message', value.message], ...Object.entries(value)]
  return Object.entries(value)
}

/** Whether what stands under a key is a secret. */
export function isSecret(key: string): boolean {
  const plain = key.toLowerCase().replace(/[-_]/g, '')
  return SECRET_KEYS.has(plain) || SECRET_ENDINGS.some((ending) => plain.endsWith(ending))
}
