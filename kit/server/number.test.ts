import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { openDatabase, openPool } from './database.ts'
import { declarePrefix, nextNumber, nextValues } from './number.ts'
import { register } from './points.ts'

const database = await testDatabase()
const pool = openPool(database.url, 12)
const db = openDatabase(pool)

afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a number is prefix, day in China, six digits', async () => {
  const late = new Date('2026-11-20T16:30:00Z')
  expect(await nextNumber(db, 'XX', late)).toBe('XX20261121000001')
  expect(await nextNumber(db, 'XX', late)).toBe('XX20261121000002')
  expect(await nextNumber(db, 'XX', new Date('2026-11-20T15:30:00Z'))).toBe('XX20261120000001')
})

test('100 takers on 12 connections never get the same', async () => {
  const numbers = await Promise.all(Array.from({ length: 100 }, () => nextNumber(db, 'YY')))
  expect(new Set(numbers).size).toBe(100)
})

test('blocks of any sizes taken at once never overlap', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 10 }),
      async (sizes) => {
        const name = `block${++run}`
        const firsts = await Promise.all(sizes.map((size) => nextValues(db, name, size)))
        const taken = firsts.flatMap((first, index) =>
          Array.from({ length: sizes[index] ?? 0 }, (_, step) => first + step),
        )
        const total = sizes.reduce((sum, size) => sum + size, 0)
        expect(new Set(taken)).toEqual(new Set(Array.from({ length: total }, (_, step) => step + 1)))
      },
    ),
    { numRuns: 20 },
  )
})

test('a prefix belongs to one room', () => {
  register(db, [declarePrefix('ZZT', 'one')])
  expect(() => register(db, [declarePrefix('ZZT', 'two')])).toThrow('ZZT')
})
