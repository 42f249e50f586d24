import { expect, test } from 'vitest'
import {
  base32,
  codeOf,
  newRecoveryCodes,
  newSecret,
  recoveryHash,
  stepAt,
  stepOfCode,
  totpUri,
} from './totp.ts'

// The last six digits of the values in RFC 6238, appendix B.
const SECRET = base32(Buffer.from('12345678901234567890'))

test('codes are those of RFC 6238', () => {
  expect(SECRET).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const codes = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000]
  expect(codes.map((seconds) => codeOf(SECRET, stepAt(seconds * 1000)))).toEqual([
    '287082',
    '081804',
    '050471',
    '005924',
    '279037',
    '353130',
  ])
})

test('a code holds one interval to either side, and none that was used', () => {
  const now = 1_234_567_890_000
  const step = stepAt(now)
  const taken = (off: number, last = 0): number | null =>
    stepOfCode(SECRET, codeOf(SECRET, step + off), last, now)
  expect([-2, -1, 0, 1, 2].map((off) => taken(off))).toEqual([null, step - 1, step, step + 1, null])
  expect(taken(0, step)).toBeNull()
  expect(taken(1, step)).toBe(step + 1)
  for (const wrong of ['', '00592', '0059245', 'abcdef']) expect(stepOfCode(SECRET, wrong, 0, now)).toBeNull()
})

test('secrets and recovery codes differ; how a code is typed does not matter', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
  expect(recoveryHash('ABCDE 23456')).toBe(recoveryHash('abcde-23456'))
  expect(totpUri('通商', 'li', 'AB')).toBe(
    'otpauth://totp/%E9%80%9A%E5%95%86:li?secret=AB&issuer=%E9%80%9A%E5%95%86&algorithm=SHA1&digits=6&period=30',
  )
})
