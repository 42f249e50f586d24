import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { refuseWhenUsed } from '#kit/server/refs.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { guardMove } from '../admin/guard.server.ts'
import type { Handover } from '../admin/handover.server.ts'
import { forest, type Tree } from '../menu/menu.rules.ts'
import { raisePermVersion } from '../session/person.server.ts'
import * as calls from './dept.calls.ts'
import { dept } from './dept.entity.ts'

type DeptRow = EntityRow<typeof dept>

async function pathOf(tx: Tx, id: number): Promise<string> {
  if (id === 0) return '/'
  const row = await tx
    .selectFrom('dept')
    .select('path')
    .where('id', '=', id)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (row === undefined) throw refuse('上级部门不存在或已停用', 'pid')
  return row.path
}

export const deptServed: readonly Served[] = [
  read(calls.deptList, async (db, _who, { keywords, status }) => {
    let query = db
      .selectFrom('dept')
      .leftJoin('admin', 'admin.id', 'dept.leaderId')
      .selectAll('dept')
      .select(['admin.realName as leaderName'])
      .select(
        sql<number>`(select count(*) from "admin" a join "dept" d on d."id" = a."deptId"
          where a."isDel" = 0 and d."path" like "dept"."path" || '%')`.as('members'),
      )
      .where('dept.isDel', '=', 0)
    if (keywords !== '') query = query.where('dept.deptName', 'ilike', `%${keywords}%`)
    if (status !== '') query = query.where('dept.status', '=', status === '1' ? 1 : 0)
    const rows = await query.orderBy('dept.sort', 'desc').orderBy('dept.id').execute()
    return rows.map((row) => ({ ...row, leaderName: row.leaderName ?? '' }))
  }),
  read(calls.deptTree, async (db) => {
    const rows = await db.selectFrom('dept').selectAll().where('isDel', '=', 0).execute()
    const item = (node: Tree<DeptRow>): calls.DeptNode => ({
      id: node.id,
      name: node.deptName,
      label: node.deptName,
      disabled: node.status === 0,
      child: node.children.map(item),
    })
    return forest(rows).map(item)
  }),
  read(calls.deptInfo, (db, who, { id }) => readRow(db, who, dept, id)),
  change(calls.deptSave, async (tx, _who, input) => ({ id: await addDept(tx, input) })),
  change(calls.deptUpdate, async (tx, who, { id, version, ...values }) => {
    // First, so that two moves come one after the other and cannot make a circle together.
    await raisePermVersion(tx)
    const before = await lockRow(tx, dept, id, { version })
    const pid = values.pid ?? before.pid
    if (pid === before.pid) {
      await updateRow(tx, dept, before, values)
      return
    }
    const above = await pathOf(tx, pid)
    if (above.startsWith(before.path)) throw refuse('上级部门不能是本部门或其下级', 'pid')
    await guardMove(tx, who, before, above)
    const path = `${above}${id}/`
    await updateRow(tx, dept, before, { ...values, path })
    await sql`update "dept" set "path" = ${path} || substr("path", ${before.path.length + 1}::int)
      where "path" like ${`${before.path}%`} and "id" <> ${id}`.execute(tx)
  }),
  change(calls.deptDelete, async (tx, _who, { id }) => {
    await raisePermVersion(tx)
    const row = await lockRow(tx, dept, id)
    const below = await tx
      .selectFrom('dept')
      .select('id')
      .where('pid', '=', id)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (below !== undefined) throw conflict('部门下存在下级部门，不允许删除')
    const staff = await tx
      .selectFrom('admin')
      .select('id')
      .where('deptId', '=', id)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (staff !== undefined) throw conflict('部门下存在员工，不允许删除')
    await refuseWhenUsed(tx, 'dept', [id], (use) => `部门已被${use.place}使用，不允许删除`)
    await deleteRow(tx, dept, row)
  }),
]

/** Makes a department under its parent; answers its id. */
export async function addDept(tx: Tx, values: Partial<DeptRow>): Promise<number> {
  await raisePermVersion(tx)
  const above = await pathOf(tx, values.pid ?? 0)
  const row = await insertRow(tx, dept, values)
  await tx
    .updateTable('dept')
    .set({ path: `${above}${row.id}/` })
    .where('id', '=', row.id)
    .execute()
  return row.id
}

/** The leader of a department, or null. Doors §4. */
export async function deptLeader(db: Db, deptId: number): Promise<number | null> {
  const row = await db
    .selectFrom('dept')
    .select('leaderId')
    .where('id', '=', deptId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return row?.leaderId ?? null
}

/** A department and those above it, from itself to the top. Doors §4. */
export async function deptChain(
  db: Db,
  deptId: number,
): Promise<{ id: number; deptName: string; leaderId: number | null }[]> {
  const row = await db.selectFrom('dept').select('path').where('id', '=', deptId).executeTakeFirst()
  const ids = (row?.path ?? '')
    .split('/')
    .filter((part) => part !== '')
    .map(Number)
  const rows = await db
    .selectFrom('dept')
    .select(['id', 'deptName', 'leaderId'])
    .where('id', 'in', [0, ...ids])
    .execute()
  return ids.toReversed().flatMap((id) => rows.find((one) => one.id === id) ?? [])
}

/** Departments somebody leads go to who takes over: approvals look for their leader. Platform §6.1. */
export const leadership: Handover = {
  label: '部门负责人',
  async count(db, adminId) {
    return (await led(db, adminId)).length
  },
  async move(tx, from, to) {
    const ids = await led(tx, from)
    for (const id of ids) await updateRow(tx, dept, await lockRow(tx, dept, id), { leaderId: to })
    await raisePermVersion(tx)
    return ids.length
  },
}

async function led(db: Db, adminId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('dept')
    .select('id')
    .where('leaderId', '=', adminId)
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}
