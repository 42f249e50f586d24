import { createHash } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { takeImport } from '#domains/files/files.door.ts'
import {
  baseForm,
  declareReceiver,
  declareScene,
  sceneSms,
  sendSms,
  settingsOf,
} from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { listOf } from '#kit/server/fileTask.ts'
import { importEntity } from '#kit/server/importEntity.ts'
import type { ListOptions } from '#kit/server/list.ts'
import { insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, own, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { templateOf } from '#kit/server/tasks/template.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { type AppError, conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { holdCompany, takeCompanies } from '../partner/ofCompany.server.ts'
import { idsAbove } from './company.rules.ts'
import { belowCondition } from './companyTree.server.ts'
import { orgHelp } from './orgHelp.entity.ts'
import { orgHelpCalls, orgUserCalls } from './orgUser.calls.ts'
import { orgUser } from './orgUser.entity.ts'

type OrgUser = EntityRow<typeof orgUser>

const FOR_USERS = 1
const RESET = 'orgUser_reset'
const LINK_MINUTES = 30
/** What organisation users are told when their password is reset. */
export const resetScene = declareScene({
  mark: RESET,
  type: '组织用户重置密码',
  description: '重置组织用户密码时发送一次性链接',
  sendType: FOR_USERS,
  channels: ['sms'],
  content: '您好，{name}：请在{minutes}分钟内打开链接设置账号{account}的新密码，链接仅可使用一次：{link}',
})

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** What users are held against: the companies they name, and whose the partners are. */
async function factsOf(db: Db, users: readonly Partial<OrgUser>[]) {
  const companies = await db
    .selectFrom('company')
    .select(['id', 'path'])
    .where('id', 'in', [0, ...new Set(users.flatMap((row) => [row.orgId ?? 0, row.subOrgId ?? 0]))])
    .execute()
  const ownersIn = async (table: 'shouda' | 'shipTo', ids: readonly number[]) => {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'companyId'])
      .where('id', 'in', [0, ...new Set(ids)])
      .where('isDel', '=', 0)
      .execute()
    return new Map(rows.map((row) => [row.id, row.companyId]))
  }
  return {
    paths: new Map(companies.map((row) => [row.id, row.path])),
    shoudas: await ownersIn(
      'shouda',
      users.flatMap((row) => row.shoudaIds ?? []),
    ),
    shipTos: await ownersIn(
      'shipTo',
      users.flatMap((row) => row.shipToIds ?? []),
    ),
  }
}

/** Why an organisation user cannot be as they are given, beyond what the single fields tell; null: they can. Catalog §6.3. */
function userFault(
  { orgId = 0, subOrgId = null, shoudaIds = [], shipToIds = [] }: Partial<OrgUser>,
  { paths, shoudas, shipTos }: Awaited<ReturnType<typeof factsOf>>,
): AppError | null {
  const path = paths.get(orgId)
  if (path === undefined) return refuse('单位不存在或已停用', 'orgId')
  const isBelow = subOrgId === orgId || idsAbove(paths.get(subOrgId ?? 0) ?? '').includes(orgId)
  if (subOrgId && !isBelow) return refuse('下级单位不属于所选单位', 'subOrgId')
  // A partner of the company itself or of one above it.
  const orgs = new Set([orgId, ...idsAbove(path), ...(subOrgId ? [subOrgId] : [])])
  const isUsable = (owners: ReadonlyMap<number, number>) => (id: number) => orgs.has(owners.get(id) ?? 0)
  if (!shoudaIds.every(isUsable(shoudas))) return refuse('可用售达方不属于该单位', 'shoudaIds')
  return shipToIds.every(isUsable(shipTos)) ? null : refuse('可用送达方不属于该单位', 'shipToIds')
}

/** The same for many, those that exist with what is to change of them, in their order. */
async function userFaults(
  db: Db,
  list: readonly { values: Partial<OrgUser>; before: OrgUser | null }[],
): Promise<(AppError | null)[]> {
  const users = list.map(({ values, before }) => ({ ...before, ...values }))
  const facts = await factsOf(db, users)
  return users.map((row) => userFault(row, facts))
}

/** Checks and completes what is to be stored of an organisation user. */
export async function prepareUser(
  tx: Tx,
  values: Partial<OrgUser>,
  before: OrgUser | null,
): Promise<Partial<OrgUser>> {
  const [fault] = await userFaults(tx, [{ values, before }])
  if (fault != null) throw fault
  return placeUser(tx, values, before)
}

/** What is done around the writing of an organisation user that has been verified. */
async function placeUser(
  tx: Tx,
  values: Partial<OrgUser>,
  before: OrgUser | null,
): Promise<Partial<OrgUser>> {
  const row = { ...before, ...values }
  if (row.orgId !== undefined && row.orgId !== before?.orgId) await holdCompany(tx, row.orgId)
  if (row.isAdmin === 1 && row.orgId !== undefined) await takeMark(tx, row.orgId, before?.id ?? 0)
  return values
}

/** A company has one main account: the mark moves to whoever gets it. Catalog §6.3. */
async function takeMark(tx: Tx, orgId: number, exceptId: number): Promise<void> {
  const held = await tx
    .selectFrom('orgUser')
    .select('id')
    .where('orgId', '=', orgId)
    .where('isAdmin', '=', 1)
    .where('isDel', '=', 0)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  if (held === undefined) return
  await updateRow(tx, orgUser, await lockRow(tx, orgUser, held.id, { anyScope: true }), { isAdmin: 0 })
}

function optionsOf(input: { subOrgId?: number | null }): ListOptions {
  if (!input.subOrgId) return {}
  const isBelow = (column: string) => belowCondition(column, input.subOrgId ?? 0)
  return {
    where: [sql<SqlBool>`(${isBelow('orgUser.orgId')} or ${isBelow('orgUser.subOrgId')})`],
    reads: ['company'],
  }
}

const handlers = standardHandlers(
  orgUser,
  { ...orgUserCalls, info: undefined },
  {
    list: (_who, input) => optionsOf(input),
    prepare: prepareUser,
    async deleting(_tx, row) {
      if (row.isAdmin === 1) throw conflict('主账号不能删除')
    },
  },
)
export const orgUserExport = handlers.exporting

/** 组织用户导入. Catalog §6.3, §8.5. */
export const orgUserImport = importEntity(orgUser, {
  permission: orgUserCalls.importSheet.permission,
  source: listOf(orgUser.name, orgUserCalls.exportRows),
  key: 'account',
  examples: {
    orgId: 'KH000001',
    account: 'zhangsan',
    realName: '张三',
    phone: '13800138000',
    orgRole: '采购、管理',
    shoudaIds: '0010002345',
  },
  notes: ['单位填写编码或名称，可用售达方填写编号或名称'],
  verifyAll: userFaults,
  ahead: (tx, list) =>
    takeCompanies(
      tx,
      list.map(({ values, before }) => values.orgId ?? before?.orgId ?? 0),
    ),
  // Of several main accounts of one company each takes the mark from the one before it.
  apart: ({ isAdmin, orgId }) => (isAdmin === 1 ? String(orgId) : null),
  prepare: placeUser,
})

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const orgUserServed = [
  ...handlers.served,
  read(orgUserCalls.info, async (db, who, { id, uid }) => {
    const found = await db
      .selectFrom('orgUser')
      .select('id')
      .where(id === null ? 'uid' : 'id', '=', id ?? uid ?? 0)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (found === undefined) throw notFound()
    const row = await readRow(db, who, orgUser, found.id)
    return { ...row, shoudaCount: row.shoudaIds.length }
  }),
  read(orgUserCalls.downloadTemplate, async () => ({
    body: templateOf(orgUserImport),
    fileName: '组织用户导入模板.xlsx',
    contentType: WORKBOOK,
  })),
  own(orgUserCalls.importSheet, (db, who, input, request) =>
    takeImport(db, who, orgUserCalls.importSheet, input, orgUser.name, request),
  ),
  own(orgUserCalls.resetPwd, async (db, who, { id }) => {
    const templateId = await sceneSms(db, RESET)
    const { site_url: site } = await settingsOf(db, baseForm)
    const token = randomToken()
    const row = await inTransaction(db, who, async (tx) => {
      const held = await lockRow(tx, orgUser, id)
      if (held.status === 0) throw conflict('该账号已停用，请先启用')
      // An older link must not open the account any more.
      await tx.deleteFrom('orgUserLink').where('orgUserId', '=', id).execute()
      const expireTime = new Date(Date.now() + LINK_MINUTES * 60_000)
      await tx
        .insertInto('orgUserLink')
        .values({ tokenHash: hashOf(token), orgUserId: id, expireTime })
        .execute()
      return held
    })
    const sent = await sendSms(db, {
      phone: row.phone,
      templateId,
      params: {
        name: row.realName,
        account: row.account,
        minutes: LINK_MINUTES,
        link: `${String(site).replace(/\/$/, '')}/org/password?token=${token}`,
      },
      scene: RESET,
      sourceId: hashOf(token),
      hidden: { link: '******' },
    })
    if (sent.status === 2) throw conflict(`短信发送失败：${sent.memo}`)
  }),
  change(orgUserCalls.unlock, async (tx, _who, { id }) => {
    const row = await lockRow(tx, orgUser, id)
    if (row.lockUntil !== null) await updateRow(tx, orgUser, row, { lockUntil: null })
  }),
  read(orgHelpCalls.info, async (db, _who, { channelId }) => {
    const row = await db
      .selectFrom('orgHelp')
      .selectAll()
      .where('channelId', '=', channelId)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    return row ?? null
  }),
  change(orgHelpCalls.save, async (tx, _who, input) => {
    const held = await tx
      .selectFrom('orgHelp')
      .select('id')
      .where('channelId', '=', input.channelId)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (held === undefined) return { id: (await insertRow(tx, orgHelp, input)).id }
    await updateRow(tx, orgHelp, await lockRow(tx, orgHelp, held.id), input)
    return { id: held.id }
  }),
]

/** Where organisation users are reached. Doors §3. */
export const orgReceiver = declareReceiver('orgUser', (db, ids) =>
  db
    .selectFrom('orgUser')
    .select(['id', 'phone'])
    .where('id', 'in', [...ids])
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .execute(),
)

/** Uses up a link to a new password: whose it is; 422 once it is used or over. For the sign-in of the mall. Doors §4. */
export async function takeOrgUserLink(tx: Tx, token: string): Promise<number> {
  const taken = await tx
    .updateTable('orgUserLink')
    .set({ usedTime: new Date() })
    .where('tokenHash', '=', hashOf(token))
    .where('usedTime', 'is', null)
    .where('expireTime', '>', new Date())
    .returning('orgUserId')
    .executeTakeFirst()
  if (taken === undefined) throw refuse('链接已失效，请重新获取')
  return taken.orgUserId
}

/** What an organisation user may order with; 422 单位已停用 and for a disabled account. Doors §4, catalog §6.1, §6.3. */
export async function orgUserTerms(db: Db, orgUserId: number) {
  const row = await db
    .selectFrom('orgUser')
    .innerJoin('company', 'company.id', 'orgUser.orgId')
    .select([
      'orgUser.orgId as companyId',
      'orgUser.shoudaIds',
      'orgUser.shipToIds',
      'orgUser.orderLimit',
      'orgUser.needApprove',
      'orgUser.status',
      'company.status as companyStatus',
      'company.inForce',
    ])
    .where('orgUser.id', '=', orgUserId)
    .where('orgUser.isDel', '=', 0)
    .executeTakeFirst()
  if (row === undefined) throw notFound()
  const { status, companyStatus, inForce, ...terms } = row
  if (companyStatus === 0 || inForce === 0) throw refuse('单位已停用')
  if (status === 0) throw refuse('账号已停用')
  return terms
}
