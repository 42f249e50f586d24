import { expect, test } from 'vitest'
import { outdated, preparedName, prepareNothing, preparing } from './prepared.ts'

const asked = (text: string, times: number) => {
  for (let time = 1; time < times; time++) preparedName(text)
  return preparedName(text)
}

test('a select gets a name when it has been run often, and keeps it', () => {
  expect(asked('select "id" from "a" where "id" = $1', 31)).toBeUndefined()
  const name = preparedName('select "id" from "a" where "id" = $1')
  expect(name).toMatch(/^often\d+$/)
  expect(preparedName('select "id" from "a" where "id" = $1')).toBe(name)
  expect(asked('select "id" from "b" where "id" = $1', 32)).not.toBe(name)
})

test.each([
  'insert into "d" ("b") values ($1)',
  'insert into "d" ("b") values ($1) on conflict ("b") where "c" is not null do nothing',
  'insert into "d" ("b") values ($1) on conflict ("b") do update set "c" = $2',
  'update "d" set "b" = $1 returning "id"',
  'with "e" as (delete from "d" returning "id") select count(*) from "e"',
  'select "id" from "d" where "id" = $1 for update',
])('prepared: %s', (text) => {
  expect(asked(text, 32)).toMatch(/^often\d+$/)
})

test.each([
  'select * from "a"',
  'select "a".* from "a"',
  'update "a" set "b" = $1 returning *',
  'with "c" as (select 1) select "a".* from "a"',
  'set transaction read only',
  'insert into "a" ("b") values ($1) on conflict ("b") where "c" = $2 do nothing',
  `select ${'"x", '.repeat(4000)} 1`,
])('never prepared: %.60s', (text) => {
  expect(asked(text, 100)).toBeUndefined()
})

test('of too many that which was asked longest ago gives way, and a connection is told which', () => {
  const text = (index: number): string => `select "id" from "c${index}"`
  const first = asked(text(0), 32)
  const names = Array.from({ length: 300 }, (_, index) => {
    preparedName(text(0))
    return asked(text(index + 1), 32) ?? ''
  })
  expect(new Set(names).size).toBe(300)
  expect(preparedName(text(0))).toBe(first)
  expect(preparedName(text(300))).toBe(names[299])
  expect(preparedName(text(1))).toBeUndefined()
  const ended = outdated(names)
  expect(ended).toEqual(names.slice(0, ended.length))
  expect(300 - ended.length).toBeGreaterThan(90)
  // A few too many are borne.
  expect(outdated(names.slice(0, 105))).toEqual([])
})

test('a process that brings in rows by the ten thousand prepares nothing', () => {
  const known = asked('select "id" from "a" where "id" = $1', 32)
  expect(known).toBeDefined()
  prepareNothing()
  expect(preparedName('select "id" from "a" where "id" = $1')).toBeUndefined()
  expect(preparing(() => preparedName('select "id" from "a" where "id" = $1'))).toBe(known)
})
