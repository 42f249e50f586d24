/** Paths of a log line that never show their value. Platform §14.4. */
export const REDACTED_PATHS = [
  'req.headers.authorization',
  'req.headers["x-token"]',
  'req.headers.cookie',
  '*.pwd',
  '*.password',
  '*.token',
  '*.secret',
]
