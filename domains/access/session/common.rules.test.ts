import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCommonPassword } from './common.rules.ts'
import { passwordFault } from './password.rules.ts'

const policy = { pwd_min_length: 8, pwd_kinds: 3 }
const person = { account: 'li.lei', phone: '13800138000' }

test.each([
  'Password1!',
  'P@ssw0rd',
  'P@ssw0rd123',
  'Pa$$word2024',
  'Admin@123',
  'Admin@2026',
  'Root!123456',
  'Qwe123!@#',
  'Qwer1234!',
  '1qaz@WSX',
  '!QAZ2wsx',
  'Abc123!@#',
  'Abcd1234!',
  'Aaa111!!!',
  'Woaini1314!',
  'Zhangwei@1988',
  'Lihua!19900101',
  '123Test!',
  'Welcome-2025',
  'Ab1!Ab1!',
])('%s is refused', (password) => {
  expect(passwordFault(policy, password, person)).toBe('密码过于简单')
})

test.each([
  'Aa1!aaaa',
  'Qw1!zxcv',
  'Rain-4-horses',
  'Ts-first-2026',
  'Xy2?newer',
  'Passing-cloud-7',
  'Zhang-4-geese',
])('%s is good enough', (password) => {
  expect(passwordFault(policy, password, person)).toBeNull()
})

test('the rules cover more than ten thousand passwords that the policy alone would let pass', () => {
  const words = [
    'password',
    'admin',
    'welcome',
    'iloveyou',
    'woaini',
    'china',
    'huawei',
    'test',
    'dragon',
    'oracle',
  ]
  const names = ['wang', 'li', 'zhang', 'liu', 'chen'].flatMap((one) =>
    ['wei', 'fang', 'jing', 'lihua'].map((two) => one + two),
  )
  const years = Array.from({ length: 60 }, (_, at) => String(1967 + at))
  const tails = [
    ...years,
    '1',
    '12',
    '123',
    '1234',
    '123456',
    '111',
    '666',
    '888',
    '520',
    '1314',
    '5201314',
    '321',
  ]
  const found = new Set<string>()
  for (const word of [...words, ...names])
    for (const tail of tails)
      for (const sign of ['!', '@', '#', '.', '_'])
        for (const text of [`${word}${sign}${tail}`, `${word}${tail}${sign}`]) {
          const password = text.charAt(0).toUpperCase() + text.slice(1)
          if (password.length >= 8) found.add(password)
        }
  expect(found.size).toBeGreaterThan(10_000)
  const passed = [...found].filter((password) => passwordFault(policy, password, person) === null)
  expect(passed).toEqual([])
})

test('a random password is never taken for a common one', () => {
  const signs = [...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789#%&*+-=?']
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...signs), { minLength: 14, maxLength: 14 }), (password) => {
      // Shrinking would look for repetitions, which are common indeed.
      fc.pre(new Set(password).size > 8)
      return !isCommonPassword(password.join(''))
    }),
    { numRuns: 5000 },
  )
})
