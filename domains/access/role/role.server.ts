import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { joinRow } from '#kit/server/joins.ts'
import { answerPage } from '#kit/server/list.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { recordChange, touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { sameValue } from '#kit/shared/record.ts'
import { changeRoles } from '../admin/admin.server.ts'
import { excessOfPerson } from '../admin/holding.server.ts'
import { grantTree, mayGrant } from '../menu/grantTree.server.ts'
import { codesIn, isRestricted } from '../menu/menu.rules.ts'
import { raisePermVersion } from '../session/person.server.ts'
import * as calls from './role.calls.ts'
import { ADMIN_ROLE, role, roleRow } from './role.entity.ts'
import { isEmptyScope, OWN_SCOPE, scopeCovers } from './role.rules.ts'
import { roleMatrix } from './roleMatrix.server.ts'

type RoleRow = EntityRow<typeof role>

async function membersOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await sql<{ id: number; n: number }>`
    select r."id", count(*)::int as "n" from unnest(${sql.val([...ids])}::int[]) as r ("id")
    join "admin" a on a."roles" @> array[r."id"] and a."isDel" = 0 group by r."id"`.execute(db)
  return new Map(rows.rows.map((row) => [row.id, row.n]))
}

async function rulesOf(db: Db, rid: number): Promise<number[]> {
  const rows = await db
    .selectFrom('roleMenu')
    .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
    .select('menuId')
    .where('rid', '=', rid)
    .where('menu.isDel', '=', 0)
    .orderBy('menuId')
    .execute()
  return rows.map((row) => row.menuId)
}

function refuseSystem(row: Pick<RoleRow, 'roleCode'>): void {
  if (row.roleCode === ADMIN_ROLE) throw refuse('系统角色不可修改')
}

/** Lets the roles whose own scope names a company name another: the two have become one. Catalog §10. */
export async function moveScopeCompany(tx: Tx, from: number, into: number): Promise<void> {
  const { numAffectedRows = 0n } =
    await sql`update "role" set "scopeIds" = jsonb_set("scopeIds", '{companyIds}', (
      select jsonb_agg(distinct case when "id" = ${from} then ${into} else "id" end)
      from jsonb_array_elements_text("scopeIds" -> 'companyIds') as "one", lateral (select "one"::int as "id") as "cast"
    )) where "scopeIds" -> 'companyIds' @> to_jsonb(${from}::int)`.execute(tx)
  if (numAffectedRows > 0n) await raisePermVersion(tx)
  touch(tx, role.name)
}

/**
 * Locks a role for change: not the system's, not above one's own level, not one's own, and none whose members may do
 * or see more than the acting person. Decision 0046.
 */
async function lockRole(tx: Tx, who: Who, id: number, version?: number | null): Promise<RoleRow> {
  const row = await lockRow(tx, role, id, { version: version ?? null })
  refuseSystem(row)
  if (who.all) return row
  if (row.level > who.level) throw refuse('无权操作更高级别的角色')
  const members = await tx
    .selectFrom('admin')
    .select(['id', 'roles', 'deptId', 'storeIds', 'channelIds'])
    .where(sql<boolean>`"roles" @> array[${id}::int]`)
    .where('isDel', '=', 0)
    .execute()
  if (members.some((one) => one.id === who.adminId)) throw refuse('不能修改本人的角色')
  for (const one of members)
    if ((await excessOfPerson(tx, who, one)) !== null)
      throw refuse('该角色下有权限或数据范围超出本人的员工，无权操作')
  return row
}

function checkRole(who: Who, row: Pick<RoleRow, 'roleCode' | 'level' | 'dataScope' | 'scopeIds'>): void {
  if (row.roleCode.toLowerCase() === ADMIN_ROLE) throw refuse('角色标识admin为系统保留', 'roleCode')
  if (row.dataScope === OWN_SCOPE && isEmptyScope(row.scopeIds)) throw refuse('请选择自定义范围', 'scopeIds')
  if (who.all) return
  if (row.level > who.level) throw refuse('级别不能高于本人级别', 'level')
  const scope = { kind: row.dataScope, ...(row.dataScope === OWN_SCOPE ? row.scopeIds : {}) }
  if (!scopeCovers(who.scopes, scope)) throw refuse('不能授予超出本人权限的角色', 'dataScope')
}

/**
 * Writes the granted nodes of a role. Nodes the editor may not hand on cannot be added, and those already ticked
 * stay. Platform §6.2.
 */
async function keepRules(tx: Tx, who: Who, row: RoleRow, asked: readonly number[]): Promise<void> {
  const before = await rulesOf(tx, row.id)
  const nodes = await tx
    .selectFrom('menu')
    .select(['id', 'menuType', 'perms', 'adminOnly', 'systemKey', 'name'])
    .where('id', 'in', [0, ...asked, ...before])
    .where('isDel', '=', 0)
    .execute()
  const byId = new Map(nodes.map((node) => [node.id, node]))
  if (asked.some((id) => !byId.has(id))) throw refuse('菜单不存在或已删除', 'rules')
  const added = nodes.filter((node) => asked.includes(node.id) && !before.includes(node.id))
  // A directory gives nothing by itself and comes along half-ticked.
  if (!who.all && added.some((node) => node.menuType !== 'M' && isRestricted(node)))
    throw refuse('该菜单仅限管理员角色', 'rules')
  if (!who.all && added.some((node) => codesIn(node.perms).some((code) => !who.permissions.has(code))))
    throw refuse('不能授予超出本人权限的角色', 'rules')
  const stuck = before.filter((id) => {
    const node = byId.get(id)
    return node !== undefined && !mayGrant(who, node)
  })
  const after = [...new Set([...asked, ...stuck])].sort((a, b) => a - b)
  if (sameValue(after, before)) return
  await tx.deleteFrom('roleMenu').where('rid', '=', row.id).execute()
  if (after.length > 0)
    await sql`insert into "roleMenu" ("rid", "menuId")
      select ${row.id}, "id" from unnest(${sql.val(after)}::int[]) as m ("id")`.execute(tx)
  recordChange(tx, {
    type: role.name,
    id: row.id,
    title: row.roleName,
    before: { 菜单权限: before },
    after: { 菜单权限: after },
  })
}

export const roleServed: readonly Served[] = [
  read(calls.roleList, (db, who, input) => answerPage(db, who, role, calls.roleList.answer, input)),
  read(calls.roleInfo, async (db, who, { id }) => {
    const row = await readRow(db, who, role, id)
    const rules = await rulesOf(db, id)
    const holds = row.roleCode === ADMIN_ROLE ? 'all' : new Set(rules)
    const whole = await joinRow(db, who, roleRow, { ...row, rules })
    return { ...whole, menuList: await grantTree(db, who, holds) }
  }),
  change(calls.roleSave, async (tx, who, { rules, ...values }) => {
    checkRole(who, values)
    const row = await insertRow(tx, role, values)
    await keepRules(tx, who, row, rules)
    return { id: row.id }
  }),
  change(calls.roleUpdate, async (tx, who, { id, version, rules, ...values }) => {
    const before = await lockRole(tx, who, id, version)
    checkRole(who, { ...before, ...values })
    const after = await updateRow(tx, role, before, values)
    if (rules !== undefined) await keepRules(tx, who, after, rules)
    await raisePermVersion(tx)
  }),
  change(calls.roleDelete, async (tx, who, { id }) => {
    const row = await lockRole(tx, who, id)
    const members = (await membersOf(tx, [id])).get(id) ?? 0
    if (members > 0) throw conflict(`该角色下还有${members}名员工`)
    await deleteRow(tx, role, row)
    await raisePermVersion(tx)
  }),
  change(calls.roleStatus, async (tx, who, { id, status }) => {
    const row = await lockRole(tx, who, id)
    if (row.status === status) return
    await updateRow(tx, role, row, { status })
    await raisePermVersion(tx)
  }),
  change(calls.roleMembers, async (tx, who, { id, add, remove }) => {
    const row = await lockRow(tx, role, id)
    // Ascending over both lists: whoever changes several people locks them in one order.
    for (const adminId of [...new Set([...add, ...remove])].sort((a, b) => a - b))
      await changeRoles(tx, who, adminId, add.includes(adminId) ? { add: row.id } : { remove: row.id })
    return { members: (await membersOf(tx, [id])).get(id) ?? 0 }
  }),
  change(calls.roleExport, (tx, who, input) => startTask(tx, who, roleMatrix, input)),
  read(calls.rolePicker, async (db, who, { keywords, ids }) => {
    let query = db.selectFrom('role').select(['id', 'roleName', 'roleCode', 'level', 'status', 'isDel'])
    if (ids.length > 0) query = query.where('id', 'in', ids)
    else query = query.where('isDel', '=', 0)
    if (keywords !== '') query = query.where(sql`"roleName"`, 'ilike', `%${keywords}%`)
    const rows = await query.orderBy('level', 'desc').orderBy('id').execute()
    return rows.map((row) => ({
      value: row.id,
      label: row.roleName,
      disabled: row.status === 0 || row.isDel === 1 || (row.level > who.level && !who.all),
    }))
  }),
]
