import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPasswordExpired, passwordFault, passwordLeftDays } from './password.rules.ts'
import { hashPassword, passwordFits, randomPassword } from './password.server.ts'

const policy = { pwd_min_length: 8, pwd_kinds: 3 }
const person = { account: 'admin', phone: '13800138000' }

test.each([
  ['Aa1!aaaa', null],
  ['Admin123', '密码不能包含账号或手机号'],
  ['xX13800138000', '密码不能包含账号或手机号'],
  ['Aa1!aaa', '密码长度须为8到30个字符'],
  ['Aa1!'.repeat(8), '密码长度须为8到30个字符'],
  ['aaaaaaa1', '密码须包含大小写字母、数字、符号中的至少3种'],
  ['密码密码Aa密码', null],
])('P16-5: %s', (password, fault) => {
  expect(passwordFault(policy, password, person)).toBe(fault)
})

describe('P16-4: set 2026-01-01, 90 days', () => {
  const pwdUpdateTime = new Date('2026-01-01T00:00:00+08:00')
  test.each([
    ['2026-03-24T23:59:59+08:00', 8, false],
    ['2026-03-25T00:00:00+08:00', 7, false],
    ['2026-03-31T23:59:00+08:00', 1, false],
    ['2026-04-01T00:00:00+08:00', 0, true],
  ])('at %s', (at, left, isExpired) => {
    const now = Date.parse(at)
    expect(passwordLeftDays(pwdUpdateTime, 90, now)).toBe(left)
    expect(isPasswordExpired({ pwdReset: 0, pwdUpdateTime }, 90, now)).toBe(isExpired)
  })

  test('without an end, unless somebody else set it', () => {
    expect(passwordLeftDays(pwdUpdateTime, 0)).toBeNull()
    expect(isPasswordExpired({ pwdReset: 0, pwdUpdateTime }, 0)).toBe(false)
    expect(isPasswordExpired({ pwdReset: 1, pwdUpdateTime }, 0)).toBe(true)
  })
})

test('a random password fits the policy it was made for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 30 }), fc.integer({ min: 1, max: 4 }), (length, kinds) => {
      const asked = { pwd_min_length: length, pwd_kinds: kinds }
      const password = randomPassword(asked, person)
      expect(passwordFault(asked, password, person)).toBeNull()
      expect(password.length).toBeGreaterThanOrEqual(16)
    }),
  )
})

test('a hash fits its password and no other, and nothing fits where none is', async () => {
  const stored = await hashPassword('Aa1!aaaa')
  expect(await passwordFits('Aa1!aaaa', stored)).toBe(true)
  expect(await passwordFits('Aa1!aaab', stored)).toBe(false)
  expect(await passwordFits('Aa1!aaaa', undefined)).toBe(false)
  expect(await hashPassword('Aa1!aaaa')).not.toBe(stored)
})
