import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const MIGRATION = readFileSync(new URL('../migrations/040-words.sql', import.meta.url), 'utf8')

const nodeOf = (systemKey: string) =>
  app.db
    .selectFrom('menu')
    .select(['id', 'pid', 'name', 'menuType', 'component', 'isShow', 'icon'])
    .where('systemKey', '=', systemKey)
    .where('isDel', '=', 0)
    .executeTakeFirst()
const write = (text: string) => sql.raw(text).execute(app.db)

test('menus written before the words changed take the new ones; what a person renamed, and granted rights, stay', async () => {
  // As an older version has left them.
  const cache = await nodeOf('monitor.cache')
  await write(`delete from "menu" where "systemKey" in ('monitor.backup', 'store.comment#新增虚拟评论')`)
  await write(`insert into "menu" ("systemKey", "pid", "name", "menuType", "component") values
    ('monitor.cache#数据备份', ${cache?.id}, '数据备份', 'A', ''),
    ('store.comment#添加虚拟评论', 0, '添加虚拟评论', 'A', '')`)
  await write(`update "menu" set "name" = '公众号设置' where "systemKey" = 'wechat.account'`)
  await write(
    `update "menu" set "isShow" = 0, "icon" = '' where "systemKey" in ('access.own', 'maintain.logistics.city')`,
  )
  const old = await nodeOf('monitor.cache#数据备份')

  await write(MIGRATION)
  expect(await nodeOf('wechat.account')).toMatchObject({ name: '公众号' })
  expect(await nodeOf('access.own')).toMatchObject({ isShow: 1, icon: 'UserOutlined' })
  expect(await nodeOf('maintain.logistics.city')).toMatchObject({ isShow: 1 })
  // The same row, so that roles keep it; now a page beside the one of the cache.
  expect(await nodeOf('monitor.backup')).toMatchObject({
    id: old?.id,
    pid: cache?.pid,
    menuType: 'C',
    component: '/systemMonitoring/backup',
  })
  expect(await nodeOf('monitor.cache#数据备份')).toBeUndefined()
  expect(await nodeOf('store.comment#新增虚拟评论')).toMatchObject({ name: '新增虚拟评论' })

  await write(`update "menu" set "name" = '我们的公众号' where "systemKey" = 'wechat.account'`)
  await write(MIGRATION)
  expect(await nodeOf('wechat.account')).toMatchObject({ name: '我们的公众号' })
})
