import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

interface Found {
  type: string
  records: { id: number; page: string }[]
}

const INFO = ['admin:system:admin:info', 'admin:system:role:info']

test('staff and roles are found by what they are called, by whoever may read them', async () => {
  const { adminId, account, roleId } = await app.person({ permissions: [] })
  const role = await app.db
    .selectFrom('role')
    .select('roleCode')
    .where('id', '=', roleId)
    .executeTakeFirstOrThrow()
  const found = async (type: string, keywords: string, by: string) => {
    const { data } = await app.request<Found[]>('GET', '/admin/search', { token: by, query: { keywords } })
    return data.find((one) => one.type === type)?.records
  }
  expect(await found('admin', account, token)).toMatchObject([
    { id: adminId, page: `/operation/roleManager/adminInfo/${adminId}` },
  ])
  const reader = await app.person({ permissions: INFO, dataScope: 1 })
  expect(await found('role', role.roleCode, reader.token)).toMatchObject([
    { id: roleId, page: `/operation/roleManager/roleInfo/${roleId}` },
  ])
  const stranger = await app.person({ permissions: [] })
  expect(await found('admin', account, stranger.token)).toBeUndefined()
})

test('a role tells how many have it', async () => {
  const { roleId } = await app.person({ permissions: [] })
  const { data } = await app.request('GET', `/admin/system/role/info/${roleId}`, { token })
  expect(data).toMatchObject({ id: roleId, members: 1 })
})

test('what happened to an account is told beside it, without the social account itself', async () => {
  const { adminId } = await app.person({ permissions: [] })
  await app.db.updateTable('admin').set({ openid: 'o-secret-1' }).where('id', '=', adminId).execute()
  const undone = await app.request('POST', `/admin/system/admin/unbindWechat/${adminId}`, { token })
  expect(undone.message).toBe('操作成功')
  const line = await app.request('GET', '/admin/record/line', {
    token,
    query: { recordType: 'admin', recordId: adminId },
  })
  expect(line.data.list[0]).toMatchObject({ title: '解绑员工微信', fields: [] })
  const log = await app.db.selectFrom('operLog').select('changes').where('bizId', '=', adminId).execute()
  expect(JSON.stringify(log)).not.toContain('o-secret-1')
})
