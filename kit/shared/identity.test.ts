import { expect, test } from 'vitest'
import { bankAccountFits, creditCodeFits, maskNumber, phoneFits, taxNoFits } from './identity.ts'

test('a credit code needs its check character', () => {
  expect(creditCodeFits('91350100M000100Y43')).toBe(true)
  expect(creditCodeFits('91350100M000100Y44')).toBe(false)
  // A sign changed anywhere is found.
  expect(creditCodeFits('91350100M000101Y43')).toBe(false)
  expect(creditCodeFits('91350100I000100Y43')).toBe(false)
  expect(creditCodeFits('91350100M000100Y4')).toBe(false)
})

test('tax numbers, bank accounts and phones have their lengths', () => {
  expect(['1'.repeat(15), 'A'.repeat(17), '9'.repeat(18), '9'.repeat(20)].every(taxNoFits)).toBe(true)
  expect(['1'.repeat(16), 'a'.repeat(18), '9'.repeat(21), ''].some(taxNoFits)).toBe(false)
  expect(['12345678', '1'.repeat(30)].every(bankAccountFits)).toBe(true)
  expect(['1234567', '1'.repeat(31), '1234 5678'].some(bankAccountFits)).toBe(false)
  expect(['13800138000', '0591-87654321', '010-12345678-12', '400-800-1234'].every(phoneFits)).toBe(true)
  expect(['12800138000', '87654321', '0591-876'].some(phoneFits)).toBe(false)
  expect([maskNumber('6222020012345678'), maskNumber('')]).toEqual(['****5678', ''])
})
