import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { text } from '#kit/fields/shared.ts'
import { declareFileTask } from '#kit/server/fileTask.ts'
import { ended, multipart, startWorker } from '../../tests/importing.ts'
import { registerNow } from '../../tests/registering.ts'

let app: TestApp
let stop: () => Promise<void>
const written: Record<string, unknown>[] = []

beforeAll(async () => {
  app = await testApp()
  stop = startWorker(app)
  registerNow(
    app.db,
    declareFileTask({
      kind: 'import',
      bizType: 'mappingTest',
      title: '对应试验',
      permission: 'mapping:test',
      mode: 'rows',
      columns: [
        { name: 'code', title: '编码', field: text('编码', { required: true, max: 20 }) },
        { name: 'name', title: '名称', aliases: ['品名'], field: text('名称', { max: 20 }) },
        { name: 'remark', title: '备注', field: text('备注', { max: 20 }) },
      ],
      source: { permission: 'login', ids: async () => [] },
      stored: async () => [],
      check: async () => [],
      async write(_tx, _who, rows) {
        written.push(...rows.map((row) => row.values))
        return []
      },
    }),
  )
})
afterAll(async () => {
  await stop()
  await app.close()
})

interface Matching {
  headings: string[]
  columns: { name: string; heading: string; automatic: string; required: boolean }[]
}

const SHEET = '货号,品名,备注\nA1,笔,红\n'
const headings = (token: string, content = SHEET) =>
  app.request<Matching>('POST', '/file/import/headings', {
    token,
    query: { bizType: 'mappingTest' },
    ...multipart('a.csv', content),
  })
const upload = (token: string, mapping: string, content = SHEET) =>
  app.request<{ taskId: number }>('POST', '/file/import/upload', {
    token,
    query: { bizType: 'mappingTest', force: 1, mapping },
    ...multipart('a.csv', content),
  })
const matches = ({ data }: { data: Matching }): string[] => data.columns.map((column) => column.heading)

test('columns are matched by hand, and the next time as the person matched them', async () => {
  const one = await app.person({ permissions: ['mapping:test'] })
  const other = await app.person({ permissions: ['mapping:test'] })
  const first = await headings(one.token)
  expect(first.data.headings).toEqual(['货号', '品名', '备注'])
  expect(matches(first)).toEqual(['', '品名', '备注'])
  expect(await upload(one.token, '')).toMatchObject({ code: 422, message: '缺少列：编码' })
  const answer = await upload(one.token, JSON.stringify({ code: '货号', remark: '', unknown: '备注' }))
  expect(await ended(app, answer.data.taskId)).toMatchObject({ status: 2, success: 1 })
  expect(written).toEqual([{ code: 'A1', name: '笔' }])
  expect(matches(await headings(one.token))).toEqual(['货号', '品名', ''])
  // Another person, and a sheet without those headings, are matched by name.
  expect(matches(await headings(other.token))).toEqual(['', '品名', '备注'])
  expect(matches(await headings(one.token, '编码,名称\nA1,笔\n'))).toEqual(['编码', '名称', ''])
})

test('a mapping that cannot be read and a person without the import are refused', async () => {
  const one = await app.person({ permissions: ['mapping:test'] })
  const nobody = await app.person()
  for (const bad of ['{', '[]', '"x"', '{"code":1}'])
    expect(await upload(one.token, bad), bad).toMatchObject({ code: 422 })
  expect((await headings(nobody.token)).code).toBe(403)
  expect(await headings(one.token, '')).toMatchObject({ code: 422, message: '文件没有数据' })
})
