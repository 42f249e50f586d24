import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { importFile, startWorker } from '../../../tests/importing.ts'

let app: TestApp
let token: string
let stop: () => Promise<void>
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
  stop = startWorker(app)
})
afterAll(async () => {
  await stop()
  await app.close()
})

const HEAD = '渠道编码,渠道名称,所属渠道,上级'

/** Rows of a sheet, each told by its code and what it lies below. */
const bring = (rows: readonly (readonly [code: string, above: string])[], query = {}) =>
  importFile(
    app,
    token,
    'salesChannel',
    {
      name: 'channels.csv',
      content: [HEAD, ...rows.map(([code, above]) => `${code},渠道${code},供应链,${above}`)].join('\n'),
    },
    query,
  )

/** The codes from the top down to a sales channel. */
async function wayTo(code: string): Promise<string[]> {
  const rows = await app.db
    .selectFrom('salesChannel')
    .select(['id', 'pid', 'channelCode'])
    .where('isDel', '=', 0)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const way: string[] = []
  for (let at = rows.find((row) => row.channelCode === code); at !== undefined; at = byId.get(at.pid ?? 0))
    way.unshift(at.channelCode)
  return way
}

test('rows of a sheet lie below rows anywhere in it, by code or name, further apart than one batch', async () => {
  const leaves = Array.from({ length: 700 }, (_, index): [string, string] => [`A${index}`, 'MID'])
  const rows: [string, string][] = [
    ...leaves,
    ['MID', '渠道TOP'],
    ...leaves.map(([code]): [string, string] => [`B${code}`, code]),
    ['TOP', ''],
  ]
  expect(await bring(rows)).toMatchObject({ status: 2, success: rows.length })
  expect(await wayTo('BA699')).toEqual(['TOP', 'MID', 'A699', 'BA699'])
  const kept = await app.db.selectFrom('salesChannel').select(['id', 'version']).execute()
  expect(await bring(rows)).toMatchObject({ status: 2, success: rows.length })
  expect(await app.db.selectFrom('salesChannel').select(['id', 'version']).execute()).toEqual(kept)
})

test('a name that a stored row has means it, and not the row of the sheet that is called so as well', async () => {
  await bring([['OLD', '']])
  await app.db
    .updateTable('salesChannel')
    .set({ channelName: '同名' })
    .where('channelCode', '=', 'OLD')
    .execute()
  const lines = ['NEW,同名,供应链,', 'LEAF,叶,供应链,同名']
  const file = { name: 'channels.csv', content: [HEAD, ...lines].join('\n') }
  expect(await importFile(app, token, 'salesChannel', file)).toMatchObject({ status: 2, success: 2 })
  expect(await wayTo('LEAF')).toEqual(['OLD', 'LEAF'])
})

test('rows that lie below themselves are refused, and so are those below a refused row', async () => {
  const ring = await bring([
    ['R1', 'R2'],
    ['R2', 'R1'],
    ['R3', 'R3'],
    ['R4', 'R3'],
  ])
  expect(ring).toMatchObject({ status: 3, success: 0, fail: 3 })
  const told = await app.db
    .selectFrom('fileTaskRow')
    .select(['rowNo', 'message'])
    .where('taskId', '=', ring.id)
    .orderBy('rowNo')
    .execute()
  expect(told.map(({ message }) => message)).toEqual(Array(3).fill('上级不能是自己或下级'))
  const rest = [
    ['S1', 'nobody'],
    ['S2', 'S1'],
    ['S3', ''],
  ] as const
  expect(await bring(rest, { skipBad: 1 })).toMatchObject({ status: 6, success: 1, fail: 2 })
  expect(await wayTo('S3')).toEqual(['S3'])
})

test('moves of one sheet that would close a ring together are refused', async () => {
  await bring([
    ['X', ''],
    ['Z', 'X'],
    ['A', ''],
    ['Y', 'A'],
  ])
  expect(
    await bring([
      ['X', 'Y'],
      ['A', 'Z'],
    ]),
  ).toMatchObject({ status: 3, success: 0, fail: 1 })
})
