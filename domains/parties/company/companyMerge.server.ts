import { moveScopeCompany } from '#domains/access/access.door.ts'
import { accountOf } from '#domains/accounts/accounts.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { emit } from '#kit/server/outbox.ts'
import { deleteRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { change, own } from '#kit/server/serve.ts'
import { inTransaction, touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf } from '#kit/shared/call.ts'
import { cut } from '#kit/shared/characters.ts'
import { AppError, conflict, refuse } from '#kit/shared/errors.ts'
import { tellCompany } from '../partner/licence/quality.server.ts'
import { checkUsed, movePartners, usersOf } from '../partner/movePartners.server.ts'
import type { Company } from './company.check.server.ts'
import { company } from './company.entity.ts'
import { idsAbove, pathBelow } from './company.rules.ts'
import { closeCompanyAtSap, pushCompany, STATUS_CHANGED } from './company.server.ts'
import { customerOf, tellAgents } from './companyAgent.server.ts'
import { type Moved, moveColumns } from './companyColumns.server.ts'
import { mergeCalls } from './companyMerge.calls.ts'
import { holdTree, moveBelow, pathUnder } from './companyTree.server.ts'
import { customer } from './customer.entity.ts'
import { orgUser } from './orgUser.entity.ts'

type Chosen = Omit<InOf<typeof mergeCalls.merge>, 'reason'>

const LONGEST_REASON = 200
const MOST_ALIASES = 500

/** Companies become one: all they have moves to the one that is kept, which also answers to their codes. Catalog §10. */
async function mergeCompanies(tx: Tx, { ids, intoId }: Chosen, reason: string): Promise<Moved[]> {
  if (ids.includes(intoId)) throw refuse('保留单位不能同时被合并', 'intoId')
  // Before the rows, as whoever moves a company in the tree does.
  await holdTree(tx)
  for (const id of [...ids, intoId].sort((a, b) => a - b)) await lockRow(tx, company, id)
  const moved = new Map<string, number>()
  for (const id of ids)
    for (const { label, n } of await mergeOne(tx, id, intoId, reason))
      moved.set(label, (moved.get(label) ?? 0) + n)
  await tellCompany(tx, intoId)
  await pushCompany(tx, await lockRow(tx, company, intoId))
  return [...moved].filter(([, n]) => n > 0).map(([label, n]) => ({ label, n }))
}

async function mergeOne(tx: Tx, id: number, intoId: number, reason: string): Promise<Moved[]> {
  const from = await lockRow(tx, company, id)
  const into = await lockRow(tx, company, intoId)
  await checkMerge(tx, from, into)
  const below = await tx
    .selectFrom('company')
    .select('id')
    .where((one) => one.or([one('id', '=', from.id), one('path', 'like', `${pathBelow(from)}%`)]))
    .where('isDel', '=', 0)
    .execute()
  const users = await usersOf(
    tx,
    below.map((row) => row.id),
  )
  const children = await moveChildren(tx, from, into)
  const partners = await movePartners(tx, from.id, into.id)
  await dropMark(tx, from.id, into.id)
  await moveScopeCompany(tx, from.id, into.id)
  const rest = await moveColumns(tx, from.id, into.id)
  const follows = await mergeCustomers(tx, from, into)
  await checkUsed(tx, users)
  await close(tx, from, into, reason)
  return [{ label: '下级单位', n: children }, ...partners, ...rest, { label: '跟进记录', n: follows }]
}

async function checkMerge(tx: Tx, from: Company, into: Company): Promise<void> {
  if (into.inForce !== 1 || into.status !== 1) throw conflict('保留单位须已审核通过且未停用')
  if (from.auditStatus === 0 || from.auditStatus === 3)
    throw conflict(`单位“${from.orgName}”待审核，请先审核或撤回`)
  if (idsAbove(into.path).includes(from.id))
    throw conflict(`保留单位是“${from.orgName}”的下级，请先调整上级单位`)
  const held = await accountOf(tx, { accountType: 2, companyId: from.id })
  const kept = await accountOf(tx, { accountType: 2, companyId: into.id })
  if (held !== null && kept !== null && (held.balance !== 0 || held.frozen !== 0))
    throw conflict(`单位“${from.orgName}”的账户仍有余额，请先转出`)
}

async function moveChildren(tx: Tx, from: Company, into: Company): Promise<number> {
  const children = await tx
    .selectFrom('company')
    .select('id')
    .where('pid', '=', from.id)
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()
  for (const { id } of children) {
    const before = await lockRow(tx, company, id, { anyScope: true })
    const path = await pathUnder(tx, into.id, before)
    await moveBelow(tx, before, await updateRow(tx, company, before, { pid: into.id, path }))
  }
  return children.length
}

/** A company has one main account: the one of the company that is kept. */
async function dropMark(tx: Tx, fromId: number, intoId: number): Promise<void> {
  const mains = await tx
    .selectFrom('orgUser')
    .select(['id', 'orgId'])
    .where('orgId', 'in', [fromId, intoId])
    .where('isAdmin', '=', 1)
    .where('isDel', '=', 0)
    .execute()
  const dropped = mains.find((one) => one.orgId === fromId)
  if (mains.length < 2 || dropped === undefined) return
  await updateRow(tx, orgUser, await lockRow(tx, orgUser, dropped.id, { anyScope: true }), { isAdmin: 0 })
}

/** A company in force has exactly one customer, with the follow-ups of both. Invariant 11. */
async function mergeCustomers(tx: Tx, from: Company, into: Company): Promise<number> {
  const held = await customerOf(tx, from.id)
  const kept = await customerOf(tx, into.id)
  if (held === null) return 0
  await tellAgents(tx, {
    ...{ from: held.agentId, to: into.agentId, names: [held.customerName] },
    reason: `单位已合并到${into.orgName}`,
  })
  if (kept === null) {
    await updateRow(tx, customer, held, { companyId: into.id, agentId: into.agentId })
    return 0
  }
  const { numUpdatedRows } = await tx
    .updateTable('customerFollow')
    .set({ customerId: kept.id })
    .where('customerId', '=', held.id)
    .executeTakeFirstOrThrow()
  touch(tx, 'customerFollow')
  if (held.lastTime !== null && (kept.lastTime === null || kept.lastTime < held.lastTime))
    await updateRow(tx, customer, kept, { lastTime: held.lastTime, lastContent: held.lastContent })
  await deleteRow(tx, customer, held)
  return Number(numUpdatedRows)
}

/** What is left of a merged company: a deleted row that says where it went, and its code as another name of the other. */
async function close(tx: Tx, from: Company, into: Company, reason: string): Promise<void> {
  const aliasCodes = [into.aliasCodes, from.orgCode, from.aliasCodes].filter((one) => one !== '').join(',')
  if (aliasCodes.length > MOST_ALIASES) throw conflict('保留单位合并过的单位太多，不能再合并')
  if (from.inForce === 1) await closeCompanyAtSap(tx, from, into.orgCode)
  const closeReason = cut(`合并到${into.orgName}（${into.orgCode}）：${reason}`, LONGEST_REASON)
  const now = await lockRow(tx, company, from.id)
  await deleteRow(tx, company, await updateRow(tx, company, now, { status: 0, closeReason }))
  await updateRow(tx, company, await lockRow(tx, company, into.id), { aliasCodes })
  await emit(tx, STATUS_CHANGED, from.id, { companyId: from.id, status: 0 })
}

/** Carries what a merge that is only tried would have done out of its transaction, which it ends. */
class Tried extends Error {
  readonly moved: Moved[]
  constructor(moved: Moved[]) {
    super('tried')
    this.moved = moved
  }
}

/** Does the merge and takes it back: what it tells is exactly what would happen. */
async function tryMerge(db: Db, who: Who, chosen: Chosen): Promise<{ moved: Moved[]; refusal: string }> {
  try {
    return await inTransaction(db, who, async (tx) => {
      throw new Tried(await mergeCompanies(tx, chosen, ''))
    })
  } catch (error) {
    if (error instanceof Tried) return { moved: error.moved, refusal: '' }
    if (error instanceof AppError && error.code === 409) return { moved: [], refusal: error.message }
    throw error
  }
}

export const mergeServed = [
  own(mergeCalls.preview, tryMerge),
  change(mergeCalls.merge, async (tx, _who, { reason, ...chosen }) => ({
    moved: await mergeCompanies(tx, chosen, reason),
  })),
]
