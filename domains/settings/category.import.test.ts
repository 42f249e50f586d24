import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import type { ImportRow, RowError } from '#kit/server/fileTask.ts'
import { planSheet, readSheetRow } from '#kit/server/tasks/sheet.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { categoryImport } from './category.import.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Reads a sheet as the engine does, checks it, and writes it when nothing is wrong. */
async function importSheet(text: string): Promise<RowError[]> {
  const [head = [], ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  const plan = planSheet(categoryImport, head)
  const read = lines.map((cells, index) => readSheetRow(plan, { rowNo: index + 2, cells }))
  expect(read.flatMap((row) => row.errors)).toEqual([])
  const rows: ImportRow[] = read.map(({ rowNo, values }) => ({ rowNo, values }))
  const errors = await categoryImport.check(app.db, theSystem, rows, new Map())
  if (errors.length > 0) return errors
  return asSystem(app.db, (tx) => categoryImport.write(tx, theSystem, rows, new Map()))
}

async function stored(...sourceNos: string[]) {
  const rows = await app.db
    .selectFrom('category')
    .select(['id', 'pid', 'name', 'sort', 'status', 'path', 'sourceNo', 'version'])
    .where('type', '=', 1)
    .where('isDel', '=', 0)
    .where('sourceNo', 'in', sourceNos)
    .execute()
  return sourceNos.map((sourceNo) => rows.find((row) => row.sourceNo === sourceNo))
}

const FOREIGN = `id,pid,name,sort,status
t2,t1,炸锅 ,0,1
t1,0, 厨房电器,3,1
t3,t2,配件,0,0
t4,t4,自成一级,999999999,1`

test('a sheet of another system comes in as it is: ids, spaces, children before parents, an own parent', async () => {
  expect(await importSheet(FOREIGN)).toEqual([])
  const [kitchen, pan, part, own] = await stored('t1', 't2', 't3', 't4')
  expect(kitchen).toMatchObject({ pid: 0, name: '厨房电器', sort: 3, path: '/0/' })
  expect(pan).toMatchObject({ pid: kitchen?.id, name: '炸锅', path: `/0/${kitchen?.id}/` })
  expect(part).toMatchObject({ pid: pan?.id, status: 0, path: `/0/${kitchen?.id}/${pan?.id}/` })
  expect(own).toMatchObject({ pid: 0, sort: 999999999 })
})

test('the same sheet again changes nothing; changed lines update, moves rewrite the paths below', async () => {
  const before = await stored('t1', 't2', 't3', 't4')
  expect(await importSheet(FOREIGN)).toEqual([])
  expect(await stored('t1', 't2', 't3', 't4')).toEqual(before)
  expect(await importSheet('编号,pid,name,状态\nt2,0,空气炸锅,显示')).toEqual([])
  const [, pan, part] = await stored('t1', 't2', 't3')
  expect(pan).toMatchObject({ id: before[1]?.id, pid: 0, name: '空气炸锅', path: '/0/', sort: 0 })
  expect(part).toMatchObject({ pid: pan?.id, path: `/0/${pan?.id}/` })
})

test('parent and child can change places', async () => {
  await importSheet('外部编号,上级外部编号,分类名称\np1,0,上\np2,p1,中\np3,p2,下')
  expect(await importSheet('外部编号,上级外部编号,分类名称\np1,p3,上\np2,0,中')).toEqual([])
  const [up, middle, down] = await stored('p1', 'p2', 'p3')
  expect(middle).toMatchObject({ pid: 0, path: '/0/' })
  expect(down).toMatchObject({ pid: middle?.id, path: `/0/${middle?.id}/` })
  expect(up).toMatchObject({ pid: down?.id, path: `/0/${middle?.id}/${down?.id}/` })
})

test('without numbers the path tells the parent and the name finds the category again', async () => {
  const sheet = '分类名称,上级分类路径,排序\n锅,路径厨房/锅具,1\n锅具,路径厨房,2\n路径厨房,,3'
  expect(await importSheet(sheet)).toEqual([])
  expect(await importSheet(sheet)).toEqual([])
  const rows = await app.db
    .selectFrom('category')
    .select(['name', 'path'])
    .where('name', 'in', ['锅', '锅具', '路径厨房'])
    .where('isDel', '=', 0)
    .execute()
  expect(rows.map((row) => [row.name, row.path.split('/').length - 3]).sort()).toEqual([
    ['路径厨房', 0],
    ['锅', 2],
    ['锅具', 1],
  ])
})

test('a category made by hand takes the number of the line with its name', async () => {
  await importSheet('分类名称\n手工')
  expect(await importSheet('id,name\nh1,手工')).toEqual([])
  const [row] = await stored('h1')
  expect(row).toMatchObject({ name: '手工', pid: 0 })
})

test('below a hidden category everything is hidden', async () => {
  await importSheet('id,pid,name,status\nv1,0,藏,隐藏\nv2,v1,被藏,显示')
  const [, below] = await stored('v2', 'v2')
  expect(below?.status).toBe(0)
})

test.each([
  ['id,pid,name\nx1,nowhere,无上级', '上级外部编号', '上级外部编号不存在'],
  ['id,pid,name\nx1,x2,圈一\nx2,x1,圈二', '上级外部编号', '上级分类不能是自己或下级'],
  ['id,pid,name\nx1,0,一\nx1,0,二', '外部编号', '外部编号重复'],
  ['id,pid,name\nx1,0,同名\nx2,0,同名', '分类名称', '分类名称已存在'],
  ['id,pid,name\nx1,0,自成一级\nx2,x1,其下', '分类名称', '分类名称已存在'],
  ['id,pid,name\nx1,0,一级\nx2,x1,二级\nx3,x2,三级\nx4,x3,四级', '上级外部编号', '商品分类最多三级'],
  ['分类名称,上级分类路径\n孤,没有/这里', '上级分类路径', '上级分类路径不存在'],
  ['id,pid,name\nt1,t3,自圈', '上级外部编号', '上级分类不能是自己或下级'],
])('refused: %s', async (sheet, column, message) => {
  if (sheet.includes('自圈')) await importSheet('id,pid,name\nt2,t1,空气炸锅')
  const errors = await importSheet(sheet)
  expect(errors[0]).toMatchObject({ column, message })
})
