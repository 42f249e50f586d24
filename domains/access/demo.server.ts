import type { Demo } from '#kit/server/demo.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { adminSave } from './admin/admin.calls.ts'
import { DEMO_PASSWORD, DEPARTMENTS, ROLES, roleNames, STAFF } from './demo.people.ts'
import { deptSave, deptUpdate } from './dept/dept.calls.ts'
import { forest } from './menu/menu.rules.ts'
import { openAppCalls } from './open/openApp.calls.ts'
import { EVERYBODY } from './role/everybody.ts'
import { roleSave } from './role/role.calls.ts'
import { hashPassword, keepPassword } from './session/password.server.ts'

/** Departments, roles and the staff, who all have one password that nobody has to change. */
export async function fillAccess({ admin, db, idOf, time }: Demo): Promise<void> {
  const top = await idOf('dept', '总部')
  for (const deptName of DEPARTMENTS) await admin(deptSave, { pid: top, deptName })
  for (const { code, name, level, dataScope, ...sees } of ROLES)
    await admin(roleSave, {
      roleName: name,
      roleCode: code,
      level,
      dataScope,
      rules: (await nodesOf(db, sees)).join(','),
    })
  const hash = await hashPassword(DEMO_PASSWORD)
  const led = new Set<string>()
  for (const [index, [realName, account, role, dept, position]] of STAFF.entries()) {
    const deptId = await idOf('dept', dept)
    const { id } = await admin(adminSave, {
      account,
      realName,
      phone: `139591${String(index + 1).padStart(5, '0')}`,
      email: `${account}@example.com`,
      jobNo: `TS${String(index + 1).padStart(4, '0')}`,
      roles: (await Promise.all(roleNames(role).map((name) => idOf('role', name)))).join(','),
      deptId,
      position,
      isAgent: role === 'sales' ? 1 : 0,
      pwd: DEMO_PASSWORD,
    })
    await asSystem(db, (tx) => keepPassword(tx, id, hash, 'own'))
    if (led.has(dept)) continue
    led.add(dept)
    await admin(deptUpdate, { id: deptId, leaderId: id })
  }
  await admin(openAppCalls.save, {
    name: '海峡优选小程序',
    channelId: 1201,
    scopes: ['order', 'refund', 'stock', 'member', 'marketing'],
    webhookUrl: 'https://shop.example.com/tongshang/notify',
    events: ['order.paid', 'order.shipped', 'refund.changed'],
  })
  await admin(openAppCalls.save, {
    name: 'SAP接口平台',
    channelId: 1203,
    scopes: ['sap', 'bank'],
    rateLimit: 50,
    expireTime: time(365),
  })
}

/** Ids of the menu nodes of these pages with all below them, of those only looked at, and of the directories above. */
async function nodesOf(
  db: Demo['db'],
  { pages, looks = [], isMaker }: Pick<(typeof ROLES)[number], 'pages' | 'looks' | 'isMaker'>,
): Promise<number[]> {
  const rows = await db
    .selectFrom('menu')
    .select(['id', 'pid', 'sort', 'systemKey', 'adminOnly'])
    .where('isDel', '=', 0)
    .execute()
  const whole = [...pages, ...EVERYBODY]
  const isUnder = (key: string) =>
    !(isMaker === true && key.endsWith('#审核')) &&
    (looks.includes(key) ||
      whole.some(
        (one) => one === '' || key === one || key.startsWith(`${one}.`) || key.startsWith(`${one}#`),
      ))
  const ids = (nodes: ReturnType<typeof forest<(typeof rows)[number]>>): number[] =>
    nodes.flatMap(({ id, systemKey, adminOnly, children }) => {
      const below = ids(children)
      if (adminOnly === 1) return []
      return below.length > 0 || isUnder(systemKey) ? [id, ...below] : []
    })
  return ids(forest(rows))
}
