import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { whoOf } from '#kit/server/dispatch.ts'
import { roleMatrix } from './roleMatrix.server.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a line for each node of the menu, a column for each role of the list', async () => {
  const token = await app.admin()
  const reader = await app.person({ permissions: ['admin:system:dept:list'], account: 'reader' })
  const who = await whoOf(app.db, token)
  const params = { keywords: 'reader' }
  const columns = (await roleMatrix.moreColumns?.(app.db, who, params)) ?? []
  expect(columns).toMatchObject([{ title: '角色reader' }])
  const rows = (await Array.fromAsync(roleMatrix.rows(app.db, who, params))).flat()
  expect(rows).toHaveLength(await roleMatrix.count(app.db, who, params))
  const column = `role${reader.roleId}`
  const held = rows.filter((row) => row[column] === '√')
  expect(held.map((row) => row.perms)).toEqual(['admin:system:dept:list'])
  const button = rows.find((row) => row.perms === 'admin:system:role:save')
  expect(button).toMatchObject({ name: '系统设置 / 管理权限 / 角色管理 / 新增', kind: '按钮', [column]: '' })
  const all = (await Array.fromAsync(roleMatrix.rows(app.db, who, {}))).flat()
  const { id } = await app.db
    .selectFrom('role')
    .select('id')
    .where('roleCode', '=', 'admin')
    .executeTakeFirstOrThrow()
  expect(all.every((row) => row[`role${id}`] === '√')).toBe(true)
})
