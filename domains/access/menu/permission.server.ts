import type { Db } from '#kit/server/database.ts'
import { contextOf } from '#kit/server/points.ts'
import { read, type Served } from '#kit/server/serve.ts'
import type { OutOf } from '#kit/shared/call.ts'
import { notFound } from '#kit/shared/errors.ts'
import { ADMIN_ROLE } from '../role/role.entity.ts'
import { readPerson } from '../session/person.server.ts'
import { permissionList, permissionTrace } from './menu.calls.ts'
import { codesIn } from './menu.rules.ts'

/** Every code a declared call asks for. */
export function declaredCodes(db: Db): Set<string> {
  return new Set(contextOf(db).facts.flatMap((room) => room.calls.map((call) => call.permission)))
}

type Path = OutOf<typeof permissionTrace>['paths'][number]

export const permissionServed: readonly Served[] = [
  read(permissionList, async (db, _who, { keywords }) => {
    const { nodes, holders } = await carriers(db)
    const byCode = new Map<string, { buttons: string[]; roles: Set<string> }>()
    for (const { id, label, codes } of nodes)
      for (const code of codes) {
        const found = byCode.get(code) ?? { buttons: [], roles: new Set() }
        byCode.set(code, found)
        found.buttons.push(label)
        for (const role of holders.get(id) ?? []) found.roles.add(role)
      }
    const word = keywords.toLowerCase()
    return contextOf(db).facts.flatMap((room) =>
      room.calls
        .filter((call) => `${call.path} ${call.permission} ${call.title}`.toLowerCase().includes(word))
        .map((call) => {
          const { buttons = [], roles = [] } = byCode.get(call.permission) ?? {}
          return {
            room: room.label,
            method: call.method,
            path: call.path,
            permission: call.permission,
            isChange: call.change,
            title: call.title,
            buttons,
            roles: [...roles],
          }
        }),
    )
  }),
  read(permissionTrace, async (db, _who, { adminId, code }) => {
    const person = await readPerson(db, adminId)
    if (person === undefined) throw notFound()
    const row = await db
      .selectFrom('admin')
      .select('roles')
      .where('id', '=', adminId)
      .executeTakeFirstOrThrow()
    const roles = await db
      .selectFrom('role')
      .select(['id', 'roleName', 'roleCode', 'dataScope', 'status'])
      .where('id', 'in', [0, ...row.roles])
      .where('isDel', '=', 0)
      .execute()
    const { nodes } = await carriers(db)
    const granted = await db
      .selectFrom('roleMenu')
      .selectAll()
      .where('rid', 'in', [0, ...row.roles])
      .execute()
    const paths = roles
      .filter((role) => role.status === 1)
      .flatMap(({ id, roleName, dataScope, roleCode }): Path[] => {
        const found = { roleId: id, roleName, dataScope }
        if (roleCode === ADMIN_ROLE) return [{ ...found, menuId: null, menuName: '*:*:*' }]
        return nodes
          .filter((node) => !node.adminOnly && node.codes.has(code))
          .filter((node) => granted.some((one) => one.rid === id && one.menuId === node.id))
          .map((node) => ({ ...found, menuId: node.id, menuName: node.label }))
      })
    const reason = !person.isEnabled ? '账号已停用' : paths.length === 0 ? '没有启用的角色授予此权限' : ''
    return { allowed: reason === '', reason, paths }
  }),
]

/** The nodes that carry codes, named with their page, and the enabled roles that hold each. */
async function carriers(db: Db) {
  const rows = await db
    .selectFrom('menu')
    .leftJoin('menu as page', 'page.id', 'menu.pid')
    .select([
      'menu.id',
      'menu.name',
      'menu.perms',
      'menu.menuType',
      'menu.adminOnly',
      'page.name as pageName',
    ])
    .where('menu.isDel', '=', 0)
    .where('menu.perms', '<>', '')
    .orderBy('menu.id')
    .execute()
  const held = await db
    .selectFrom('roleMenu')
    .innerJoin('role', 'role.id', 'roleMenu.rid')
    .select(['roleMenu.menuId', 'role.roleName'])
    .where('role.isDel', '=', 0)
    .where('role.status', '=', 1)
    .execute()
  const holders = new Map<number, string[]>()
  for (const { menuId, roleName } of held) holders.set(menuId, [...(holders.get(menuId) ?? []), roleName])
  const nodes = rows.map((row) => ({
    id: row.id,
    adminOnly: row.adminOnly === 1,
    codes: new Set(codesIn(row.perms)),
    label: row.menuType === 'A' && row.pageName ? `${row.pageName}/${row.name}` : row.name,
  }))
  return { nodes, holders }
}
