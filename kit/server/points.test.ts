import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { tableVersion } from './changes.ts'
import { type Db, openDatabase, openPool } from './database.ts'
import { furnish } from './furnish.ts'
import { allJobs, declareJob, jobOf } from './jobs.ts'
import { contextOf, listPoint, namedPoint, perDatabase, register, shareHouse, singlePoint } from './points.ts'
import type { RoomServer } from './room.ts'
import { asSystem, readTogether, touch } from './transaction.ts'

const names = namedPoint<number>('Number')
const one = singlePoint<string>('Word')
const many = listPoint<string>('Word of many')

let houses: [Db, Db]
let close: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  const pools = [openPool(database.url, 2), openPool(database.url, 2)] as const
  houses = [openDatabase(pools[0]), openDatabase(pools[1])]
  close = async () => {
    for (const pool of pools) await pool.end()
    await database.drop()
  }
})
afterAll(() => close())

const room = (name: string): RoomServer => ({
  facts: { name, layer: 1, label: name, entities: [], calls: [] },
  served: [],
  jobs: [{ name: `${name}.job`, title: name, run: async () => 1 }],
  registers: [names.as(name, 1), one.as(name), many.as(name, 'both')],
})

test('two houses of one process have different rooms and do not see what the other registered', async () => {
  const [here, there] = houses
  furnish(here, [room('here')])
  furnish(there, [room('there')])
  for (const [db, own, other] of [
    [here, 'here', 'there'],
    [there, 'there', 'here'],
  ] as const) {
    expect(jobOf(db, `${own}.job`)?.title).toBe(own)
    expect(allJobs(db).map((job) => job.name)).not.toContain(`${other}.job`)
    expect([...names.all(db).keys()]).toEqual([own])
    expect(one.of(db)).toBe(own)
    expect(many.of(db, 'both')).toEqual([own])
    // In a transaction, whatever kind it is, as outside.
    expect(await asSystem(db, async (tx) => one.of(tx))).toBe(own)
    expect(await readTogether(db, async (tx) => one.of(tx))).toBe(own)
  }
})

test('what is given twice stops the start, except where several may be; a later one may take its place', () => {
  const [db] = houses
  expect(() => register(db, [names.as('here', 2)])).toThrow('Number here is declared twice')
  expect(() => register(db, [one.as('again')])).toThrow('Word is declared twice')
  expect(() => register(db, [declareJob({ name: 'here.job', title: '', run: async () => 1 })])).toThrow(
    'here.job',
  )
  register(db, [many.as('more', 'both')])
  expect(many.of(db, 'both')).toEqual(['here', 'more'])
  register(db, [names.as('here', 2)], { anew: true })
  expect(names.of(db, 'here')).toBe(2)
})

test('what a process keeps is kept of each database; a replica shares it', async () => {
  const [here, there] = houses
  const kept = perDatabase(() => new Set<string>())
  kept(here).add('here')
  expect(kept(there).size).toBe(0)
  expect(await asSystem(here, async (tx) => [...kept(tx)])).toEqual(['here'])
  const before = [tableVersion(here, ['thing']), tableVersion(there, ['thing'])]
  await asSystem(here, async (tx) => touch(tx, 'thing'))
  expect([tableVersion(here, ['thing']), tableVersion(there, ['thing'])]).toEqual([
    (before[0] ?? 0) + 1,
    before[1],
  ])
  const replica = openDatabase(openPool('postgres://nowhere'))
  shareHouse(here, replica)
  expect([...kept(replica)]).toEqual(['here'])
  expect(() => contextOf(replica)).toThrow('not opened by a house')
})
