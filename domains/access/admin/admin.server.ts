import { type Expression, type SqlBool, sql } from 'kysely'
import { settingsOf } from '#domains/settings/settings.door.ts'
import { tableCache } from '#kit/server/cache.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { type Figures, rowFigure } from '#kit/server/figures.ts'
import { joinRows } from '#kit/server/joins.ts'
import { answerPage, type ListOptions, listPage } from '#kit/server/list.ts'
import { isNetwork } from '#kit/server/network.ts'
import { refuseWhenUsed } from '#kit/server/refs.ts'
import { deleteRow, insertRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { builtRows } from '#kit/server/textRows.ts'
import { recordChange } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { maskPhone } from '#kit/shared/text.ts'
import { dropFactor } from '../session/factor.server.ts'
import { guardsOf, unlock } from '../session/guard.server.ts'
import { setPassword, unbindOpenid } from '../session/own.server.ts'
import { checkNewPassword, hashPassword, keepPassword, randomPassword } from '../session/password.server.ts'
import { raisePermVersion } from '../session/person.server.ts'
import { securityForm } from '../session/security.form.ts'
import { recordFactor } from '../session/totp.server.ts'
import * as calls from './admin.calls.ts'
import { admin, adminRow } from './admin.entity.ts'
import { type AdminRow, guardGiving, guardPlace, lockStaff, settle, tellLeave } from './guard.server.ts'
import { refuseOpenWork } from './handover.server.ts'
import { tellOwner, whatChanged } from './tellOwner.server.ts'

type ShownRow = RowOf<typeof adminRow>

/** Members of staff in a department or below it. */
function inDept(deptId: number): Expression<SqlBool> {
  return sql<SqlBool>`"admin"."deptId" in (select d."id" from "dept" d join "dept" top on top."id" = ${deptId}
    where d."path" like top."path" || '%')`
}

function listOptions(_who: Who, input: Record<string, unknown>): ListOptions {
  const where: Expression<SqlBool>[] = []
  const given = (name: string): string => (typeof input[name] === 'string' ? input[name] : '')
  const words = given('realName').trim()
  if (words !== '') {
    const pattern = `%${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    where.push(
      sql<SqlBool>`("admin"."realName" ilike ${pattern} or "admin"."account" ilike ${pattern} or "admin"."phone" like ${pattern})`,
    )
  }
  if (given('deptId') !== '') where.push(inDept(Number(given('deptId'))))
  if (given('isLocked') !== '')
    where.push(
      sql<SqlBool>`exists (select 1 from "loginGuard" g where ${sql.raw(guardsOf('"admin"."account"'))}
        and g."lockUntil" > now()) = ${given('isLocked') === '1'}`,
    )
  return { where, dateColumn: 'lastTime', reads: ['dept'] }
}

interface RoleFacts {
  id: number
  roleName: string
  level: number
  status: number
}

/** Every role by its id: each page of people names some of them. */
export const roleCache = tableCache(
  'role',
  '角色',
  ['role'],
  async (db): Promise<ReadonlyMap<number, RoleFacts>> => {
    const rows = await builtRows<RoleFacts>(
      db,
      sql`select "id", "roleName", "level", "status" from "role" where "isDel" = 0`,
    )
    return new Map(rows.map((row) => [row.id, row]))
  },
  { keys: (kept) => [...kept.keys()].map(String), value: (kept, key) => kept.get(Number(key)) },
)

const ROLES = (): string => '"admin"."roles"::text'

/** The roles of a member of staff, in the order of their ids. */
async function rolesIn(db: Db): Promise<(told: string) => RoleFacts[]> {
  const roles = await roleCache.read(db)
  return (told) =>
    (told.match(/\d+/g) ?? [])
      .map(Number)
      .sort((a, b) => a - b)
      .flatMap((id) => roles.get(id) ?? [])
}

/** What is shown beside the row: names of roles, level, lock, whether a social account is bound and there is a second factor. */
const figures: Figures = {
  roleNames: rowFigure(admin, ROLES, async (db) => {
    const rolesOf = await rolesIn(db)
    return (told) =>
      rolesOf(told)
        .map((one) => one.roleName)
        .join('、')
  }),
  level: rowFigure(admin, ROLES, async (db) => {
    const rolesOf = await rolesIn(db)
    return (told) =>
      Math.max(
        0,
        ...rolesOf(told)
          .filter((one) => one.status === 1)
          .map((one) => one.level),
      )
  }),
  // The locks that hold are found once for all rows of a page.
  lockUntil: rowFigure(
    admin,
    `select max(g."lockUntil") from unnest(array(select l from "loginGuard" l where l."lockUntil" > now())) as g
      where ${guardsOf('"admin"."account"')}`,
  ),
  isBound: rowFigure(admin, `("admin"."openid" <> '')::int`),
  hasTotp: rowFigure(
    admin,
    `exists (select 1 from "adminTotp" t where t."adminId" = "admin"."id" and t."confirmTime" is not null)::int`,
  ),
}

const enrich = (db: Db, who: Who, rows: readonly AdminRow[]): Promise<ShownRow[]> =>
  joinRows(db, who, adminRow, rows, null, figures)

const PICKED = ['id', 'account', 'realName', 'phone', 'deptId', 'position', 'status', 'isDel']
const PICKED_NAMES = { deptId: admin.all.deptId, deptName: adminRow.deptName }

const bit = (on: boolean): 0 | 1 => (on ? 1 : 0)

/** A list may not have asked for the phone. */
const masked = (rows: readonly ShownRow[]): ShownRow[] =>
  rows.map((row) => (row.phone === undefined ? row : { ...row, phone: maskPhone(row.phone) }))

export const adminExporting = exportEntity(admin, calls.adminExport, {
  list: listOptions,
  enrich: async (db, rows, who) => masked(await enrich(db, who, rows)),
})

async function policyPassword(tx: Tx, person: { account: string; phone: string }): Promise<string> {
  return randomPassword(await settingsOf(tx, securityForm), person)
}

/** Whether the first password of an account is temporary; a reset one always is. Platform §2.6, decision 0074. */
async function mustChange(db: Db): Promise<boolean> {
  return (await settingsOf(db, securityForm)).pwd_first_change === 1
}

function checkValidity(row: { validFrom: Date | null; validTo: Date | null }): void {
  if (row.validFrom !== null && row.validTo !== null && row.validTo <= row.validFrom)
    throw refuse('失效时间须晚于生效时间', 'validTo')
}

function checkNetworks(networks: readonly string[]): void {
  const wrong = networks.find((one) => !isNetwork(one))
  if (wrong !== undefined) throw refuse(`允许登录IP格式不正确：${wrong}`, 'ipAllow')
}

function checkSms(row: { isSms: number; phone: string }): void {
  if (row.isSms === 1 && row.phone === '') throw refuse('请先为管理员新增手机号!', 'phone')
}

export const adminServed: readonly Served[] = [
  read(calls.adminList, async (db, who, input) => {
    const options = { ...listOptions(who, input), figures }
    const page = await answerPage(db, who, admin, calls.adminList.answer, input, options)
    return { ...page, list: masked(page.list) }
  }),
  read(calls.adminInfo, async (db, who, { id }) => {
    const [row] = await enrich(db, who, [await readRow(db, who, admin, id)])
    return row
  }),
  change(calls.adminSave, async (tx, who, { pwd, ...values }) => {
    checkValidity(values)
    checkNetworks(values.ipAllow)
    await guardGiving(tx, who, values.roles)
    await checkNewPassword(tx, pwd, values, 'pwd')
    const hash = await hashPassword(pwd)
    const row = await insertRow(tx, admin, values)
    await guardPlace(tx, who, row)
    await keepPassword(tx, row.id, hash, (await mustChange(tx)) ? 'temporary' : 'own')
    await raisePermVersion(tx)
    return { id: row.id }
  }),
  change(calls.adminUpdate, async (tx, who, { id, version, pwd, ...values }) => {
    const before = await lockStaff(tx, who, id, version)
    const wanted = { ...before, ...values }
    if (wanted.account !== before.account) throw refuse('账号不可修改', 'account')
    checkValidity(wanted)
    checkNetworks(wanted.ipAllow)
    checkSms(wanted)
    await guardGiving(
      tx,
      who,
      wanted.roles.filter((role) => !before.roles.includes(role)),
    )
    const after = await updateRow(tx, admin, before, values)
    await guardPlace(tx, who, after)
    if (pwd) {
      await checkNewPassword(tx, pwd, after, 'pwd')
      await setPassword(tx, id, await hashPassword(pwd), 'temporary')
    }
    await settle(tx, before, after)
    await tellOwner(tx, who, after, whatChanged(before, after, Boolean(pwd)))
  }),
  change(calls.adminStatus, async (tx, who, { id, status }) => {
    const before = await lockStaff(tx, who, id)
    if (before.status === status) return
    const after = await updateRow(tx, admin, before, { status })
    await settle(tx, before, after)
    await tellOwner(tx, who, after, whatChanged(before, after, false))
  }),
  change(calls.adminDelete, async (tx, who, { id }) => {
    const before = await lockStaff(tx, who, id)
    await refuseOpenWork(tx, id)
    await refuseWhenUsed(tx, 'admin', [id], (use) => `该员工还有${use.n}项${use.place}，请先交接`)
    await deleteRow(tx, admin, before)
    await settle(tx, before, { ...before, isDel: 1 })
  }),
  change(calls.adminSms, async (tx, who, { id }) => {
    const before = await lockStaff(tx, who, id)
    const isSms = before.isSms === 1 ? 0 : 1
    checkSms({ ...before, isSms })
    await updateRow(tx, admin, before, { isSms })
  }),
  change(calls.adminReset, async (tx, who, { id }) => {
    const row = await lockStaff(tx, who, id)
    const password = await policyPassword(tx, row)
    await setPassword(tx, id, await hashPassword(password), 'temporary')
    await tellOwner(tx, who, row, ['重置了登录密码'])
    return { password }
  }),
  change(calls.adminUnlock, async (tx, who, { id }) => {
    const row = await lockStaff(tx, who, id)
    await unlock(tx, row.account)
    recordChange(tx, {
      type: admin.name,
      id,
      title: row.realName,
      before: { 锁定: 1 },
      after: { 锁定: 0 },
    })
  }),
  change(calls.adminUnbind, async (tx, who, { id }) => {
    const row = await lockStaff(tx, who, id)
    await unbindOpenid(tx, id)
    await tellOwner(tx, who, row, ['解除了微信绑定'])
  }),
  change(calls.adminResetTotp, async (tx, who, { id }) => {
    const row = await lockStaff(tx, who, id)
    if (!(await dropFactor(tx, id))) throw refuse('该账号未启用动态口令')
    recordFactor(tx, row, '已重置')
    await tellOwner(tx, who, row, ['重置了动态口令'])
  }),
  change(calls.adminExport, (tx, who, input) => startTask(tx, who, adminExporting, input)),
  read(calls.adminPicker, async (db, who, input) => {
    const where: Expression<SqlBool>[] = []
    const ids = (text: string): number[] => text.split(',').map(Number)
    if (input.deptId !== '') where.push(inDept(Number(input.deptId)))
    if (input.roles !== '') where.push(sql<SqlBool>`"admin"."roles" && ${ids(input.roles)}::int[]`)
    if (input.ids.length > 0) where.push(sql<SqlBool>`"admin"."id" = any(${input.ids}::int[])`)
    const { roles: _roles, deptId: _deptId, ids: _ids, ...asked } = input
    // Chosen people are named even when they have left since.
    const options: ListOptions = { where, reads: ['dept'], isDel: input.ids.length === 0 ? 0 : 'both' }
    const page = await listPage(db, who, admin, asked, { ...options, columns: PICKED })
    const named = await joinRows(db, who, PICKED_NAMES, page.list)
    return {
      ...page,
      list: named.map((row) => ({
        ...row,
        phone: maskPhone(row.phone),
        disabled: bit(row.status === 0 || row.isDel === 1),
      })),
    }
  }),
]

/** Marks a member of staff as customer-service agent or takes the mark away. Doors §4. */
export async function setAgentMark(
  tx: Tx,
  who: Who,
  adminId: number,
  on: boolean,
  transferTo?: number,
): Promise<void> {
  const before = await lockStaff(tx, who, adminId)
  if ((before.isAgent === 1) === on) return
  await updateRow(tx, admin, before, { isAgent: on ? 1 : 0 })
  if (!on)
    await tellLeave(tx, { adminId, reason: 'notAgent', ...(transferTo === undefined ? {} : { transferTo }) })
  await raisePermVersion(tx)
}

/** Adds roles to a member of staff and takes others away, with the guards of an edit. */
export async function changeRoles(
  tx: Tx,
  who: Who,
  id: number,
  change: { add?: number; remove?: number },
): Promise<void> {
  const before = await lockStaff(tx, who, id)
  const kept = before.roles.filter((role) => role !== change.remove && role !== change.add)
  const roles = change.add === undefined ? kept : [...kept, change.add]
  if (roles.length === before.roles.length && roles.every((role) => before.roles.includes(role))) return
  if (roles.length === 0) throw refuse(`${before.realName}至少须保留一个角色`)
  if (change.add !== undefined) await guardGiving(tx, who, [change.add])
  const after = await updateRow(tx, admin, before, { roles })
  await guardPlace(tx, who, after)
  await settle(tx, before, after)
  await tellOwner(tx, who, after, whatChanged(before, after, false))
}
