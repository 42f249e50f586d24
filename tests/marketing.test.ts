// What the specification of marketing fixes by value, of the parts that are built. Each list has one owner.
import { expect, test } from 'vitest'
import { QUALITY_STATES } from '#domains/parties/company/company.entity.ts'
import { licenceName } from '#domains/parties/partner/licence/licence.rules.ts'
import { DEFAULT_FOLDER } from '#domains/settings/category.rules.ts'
import { dictIdIn } from '#domains/settings/dict/dict.addresses.ts'
import { rooms } from '../app/domains.ts'

const entities = new Map(rooms.flatMap((room) => room.facts.entities).map((one) => [one.name, one]))
const calls = rooms.flatMap((room) => room.served.map(({ call }) => call))
const callAt = (way: string) => calls.find(({ method, path }) => `${method} ${path}` === way)
const inputsOf = (way: string) => Object.keys(callAt(way)?.shape ?? {})

test('M-010: the address of the entries of a dictionary names a type by its number', () => {
  expect(dictIdIn('12')).toBe(12)
  for (const text of ['', '0', '012', '-1', '1.5', '1e3', ' 1', 'sex', '2147483648'])
    expect(dictIdIn(text)).toBe(null)
})

test('M-014: the fields of a folder of the library', () => {
  expect(Object.keys(entities.get('category')?.all ?? {})).toEqual(
    expect.arrayContaining(['id', 'pid', 'name', 'type', 'sort', 'status', 'url']),
  )
})

test('M-017: a new folder lies in folder 1000 and has sort 1', () => {
  expect(DEFAULT_FOLDER).toBe(1000)
  expect(entities.get('category')?.all.sort?.initial).toBe(1)
})

test('M-018, M-019: the calls of folders and the code each of them needs', () => {
  const wanted = {
    'GET /admin/category/list': 'admin:category:list',
    'GET /admin/category/list/tree': 'login',
    'POST /admin/category/save': 'admin:category:save',
    'POST /admin/category/update': 'admin:category:update',
    'GET /admin/category/info': 'admin:category:info',
    'GET /admin/category/delete': 'admin:category:delete',
  }
  expect(Object.fromEntries(Object.keys(wanted).map((way) => [way, callAt(way)?.permission]))).toEqual(wanted)
})

test('M-020, M-021, M-022, M-023: the calls of pictures, what they take and the code of deleting', () => {
  expect(callAt('GET /admin/system/attachment/delete/:id')?.permission).toBe('admin:system:attachment:delete')
  expect(inputsOf('GET /admin/system/attachment/list')).toEqual(
    expect.arrayContaining(['page', 'limit', 'pid', 'attType']),
  )
  const ids = callAt('GET /admin/system/attachment/delete/:id')?.shape.id
  expect(ids?.schema.parse('3,5')).toEqual([3, 5])
  expect(inputsOf('POST /admin/system/attachment/move')).toEqual(expect.arrayContaining(['attrId', 'pid']))
})

test('M-032: 109 is a food licence, 110 a tobacco and alcohol licence, anything else a contract', () => {
  expect(['109', '110', '111', '7', ''].map(licenceName)).toEqual([
    '食品经营许可证',
    '烟酒许可证',
    '合同',
    '合同',
    '合同',
  ])
})

test('M-035: how far the audit of a qualification is', () => {
  expect(QUALITY_STATES.map(({ value, label }) => [value, label])).toEqual([
    [1, '未审核'],
    [2, '审核中'],
    [3, '审核失败'],
    [4, '审核成功'],
  ])
})
