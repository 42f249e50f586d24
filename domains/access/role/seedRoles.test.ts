import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { means, seededRoles, seedRoles } from './seedRoles.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('W §14: the house begins with roles of its rooms, and what each grants is there', async () => {
  const { rows } = await sql<{
    key: string
  }>`select "systemKey" as "key" from "menu" where "isDel" = 0`.execute(app.db)
  const lost = seededRoles(app.db).flatMap(({ roleName, grants, without = [] }) =>
    [...grants, ...without]
      .filter((one) => !rows.some(({ key }) => means(one, key)))
      .map((one) => `${roleName}: ${one}`),
  )
  expect(lost).toEqual([])
  const names = seededRoles(app.db).map((one) => one.roleName)
  expect(names).toEqual(
    expect.arrayContaining(['仓库主管', '仓管员', '拣货员', '盘点员', '调度员', '司机', '库存财务']),
  )
  const codesOf = async (roleCode: string) => {
    const { rows: found } = await sql<{ perms: string }>`
      select m."perms" from "role" r join "roleMenu" x on x."rid" = r."id" join "menu" m on m."id" = x."menuId"
      where r."roleCode" = ${roleCode}`.execute(app.db)
    return new Set(found.flatMap((one) => one.perms.split(',')))
  }
  const lead = await codesOf('wmsLead')
  expect(lead).toContain('admin:wms:stockin:examine')
  expect(lead).toContain('admin:wms:stockin:reverse')
  expect(lead).toContain('admin:wts:pickList:generate')
  expect(lead).not.toContain('admin:wms:stock:cost')
  const counter = await codesOf('wmsCounter')
  expect(counter).toContain('admin:wts:stockCount:entry')
  expect(counter).not.toContain('admin:wts:inventoryManage:book')
  // A whole page is granted with its buttons, and everybody has their to-dos and files.
  const dispatcher = await codesOf('wmsDispatcher')
  for (const code of ['wts:vehicleAssignment:depart', 'wts:consignmentNote:save', 'truck:truckCar:save'])
    expect(dispatcher).toContain(`admin:${code}`)
  expect(dispatcher).not.toContain('admin:truck:driver:idCard')
  const keeper = await codesOf('wmsKeeper')
  for (const code of [
    'admin:store:product:productAttrValuelist',
    'admin:workflow:task:list',
    'file:export:list',
  ])
    expect(keeper).toContain(code)
  expect(keeper).not.toContain('admin:wms:stockin:examine')
  expect(keeper).not.toContain('admin:store:product:save')
  expect(await codesOf('wmsDriver')).toContain('admin:wts:deliveryOrder:sign')
})

const rulesOf = async (roleCode: string) => {
  const { rows } = await sql<{ id: number; rules: number[] }>`
    select r."id", array(select "menuId" from "roleMenu" where "rid" = r."id" order by 1) as "rules"
    from "role" r where r."roleCode" = ${roleCode}`.execute(app.db)
  return rows[0] ?? { id: 0, rules: [] }
}
/** As if these buttons had come with a later version than the roles. */
const before = (...roleCodes: string[]) =>
  sql`delete from "roleMenu" x using "role" r, "menu" m where r."id" = x."rid" and m."id" = x."menuId"
    and r."roleCode" = any(${sql.val(roleCodes)}::text[]) and m."systemKey" like 'wms.stockin#%'`.execute(
    app.db,
  )
const permVersion = async () =>
  (await app.db.selectFrom('permVersion').select('version').executeTakeFirstOrThrow()).version

test('roles that nobody has changed get what came later, also for who is signed in; changed ones are left alone', async () => {
  const whole = { lead: await rulesOf('wmsLead'), keeper: await rulesOf('wmsKeeper') }
  await before('wmsLead', 'wmsKeeper')
  const lacking = { lead: await rulesOf('wmsLead'), keeper: await rulesOf('wmsKeeper') }
  expect(lacking.lead.rules.length).toBeLessThan(whole.lead.rules.length)
  expect(lacking.keeper.rules.length).toBeLessThan(whole.keeper.rules.length)
  // People take one right from the keepers, by the page of the role.
  const token = await app.admin()
  const { id, rules } = lacking.keeper
  const kept = rules.slice(0, -1)
  const { code } = await app.request('POST', '/admin/system/role/update', {
    token,
    body: { id, rules: kept },
  })
  expect(code).toBe(200)

  const person = await app.person({ permissions: [] })
  await sql`update "admin" set "roles" = array[${whole.lead.id}]::int[] where "id" = ${person.adminId}`.execute(
    app.db,
  )
  await sql`update "permVersion" set "version" = "version" + 1`.execute(app.db)
  const list = () => app.request('GET', '/admin/wms/stockin/list', { token: person.token })
  const save = () => app.request('POST', '/admin/wms/stockin/save', { token: person.token, body: {} })
  expect([(await list()).code, (await save()).code]).toEqual([200, 403])

  await asSystem(app.db, (tx) => seedRoles(tx))
  expect(await rulesOf('wmsLead')).toEqual(whole.lead)
  expect(await rulesOf('wmsKeeper')).toEqual({ id, rules: kept })
  expect((await save()).code).toBe(422)
  const { rows: told } = await sql<{ added: string[] }>`
    select "params" -> 'added' as "added" from "operLog" where "bizType" = 'role' and "bizId" = ${whole.lead.id}`.execute(
    app.db,
  )
  expect(told).toEqual([{ added: expect.arrayContaining(['wms.stockin#新增']) }])

  // The next start finds nothing to do.
  const version = await permVersion()
  await asSystem(app.db, (tx) => seedRoles(tx))
  expect(await permVersion()).toBe(version)
})

test('a role that people made by the code of a later one stays theirs', async () => {
  await sql`update "role" set "createBy" = 1 where "roleCode" = 'wmsLead'`.execute(app.db)
  await before('wmsLead')
  const own = await rulesOf('wmsLead')
  await asSystem(app.db, (tx) => seedRoles(tx))
  expect(await rulesOf('wmsLead')).toEqual(own)
})

test('a role that was deleted does not come back, nor does one that people have made by that name', async () => {
  await sql`update "role" set "isDel" = 1 where "roleCode" = 'wmsPicker'`.execute(app.db)
  await sql`update "role" set "roleCode" = 'own' where "roleCode" = 'wmsDriver'`.execute(app.db)
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as "n" from "role"`.execute(app.db)
    return rows[0]?.n
  }
  const before = await count()
  await asSystem(app.db, (tx) => seedRoles(tx))
  expect(await count()).toBe(before)
})
