import { sql } from 'kysely'
import { type CodeSeries, nextCode } from '#kit/server/codes.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { actorOf, onceIn } from '#kit/server/transaction.ts'
import { may, type Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { type AppError, refuse } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import { partiesSettings } from '../parties.config.server.ts'
import { completeRegion } from '../region.server.ts'
import { CREDIT, type company } from './company.entity.ts'
import { needsCreditCode } from './company.rules.ts'
import { pathUnder } from './companyTree.server.ts'

export type Company = EntityRow<typeof company>
export type CompanyValues = Partial<Company>

const PERIOD_SETTLEMENT = 4

/** Refuses what the single fields of a company do not tell. Catalog §6.1, §8.4. */
export async function verifyCompany(db: Db, values: CompanyValues, before: Company | null): Promise<void> {
  await verifyFields(db, values, before)
  const [fault] = await formerCodes(db, [{ values, before }])
  if (fault != null) throw fault
}

/** The same without what takes a query for each: formerCodes. */
export async function verifyFields(db: Db, values: CompanyValues, before: Company | null): Promise<void> {
  const row = { ...before, ...values }
  if (before?.inForce === 1 && values.orgCode !== undefined && values.orgCode !== before.orgCode)
    throw refuse('单位已审核，不能修改单位编码', 'orgCode')
  if (needsCreditCode(row.orgType) && !row.creditCode) throw refuse('请输入统一社会信用代码', 'creditCode')
  if (row.settleType === PERIOD_SETTLEMENT && !row.creditDays) throw refuse('请输入账期(天)', 'creditDays')
  if (values.establishDate && values.establishDate > today())
    throw refuse('成立日期不能晚于今天', 'establishDate')
  if (values.agentId && values.agentId !== before?.agentId) await checkAgent(db, values.agentId)
  if (values.channelIds !== undefined) await checkChannels(db, values.channelIds)
}

/** Why companies cannot have the codes given, in their order: that of one that was merged goes on meaning the one kept. Catalog §10. */
export async function formerCodes(
  db: Db,
  list: readonly { values: CompanyValues; before: Company | null }[],
): Promise<(AppError | null)[]> {
  const given = list.map(({ values, before }) =>
    values.orgCode && values.orgCode !== before?.orgCode ? values.orgCode.toLowerCase() : '',
  )
  const asked = [...new Set(given)].filter((code) => code !== '')
  if (asked.length === 0) return given.map(() => null)
  const holders = await db
    .selectFrom('company')
    .select(['orgName', 'aliasCodes'])
    .where('isDel', '=', 0)
    .where('aliasCodes', '<>', '')
    .where(sql<boolean>`string_to_array(lower("aliasCodes"), ',') && ${sql.val(asked)}::text[]`)
    .execute()
  const names = new Map(
    holders.flatMap((row) =>
      row.aliasCodes.split(',').map((code) => [code.toLowerCase(), row.orgName] as const),
    ),
  )
  return given.map((code) => {
    const name = names.get(code)
    return name === undefined ? null : refuse(`单位编码是“${name}”的曾用编码`, 'orgCode')
  })
}

/** Refuses who does not look after customers. */
export async function checkAgent(db: Db, agentId: number, field = 'agentId'): Promise<void> {
  const agent = await db
    .selectFrom('admin')
    .select('isAgent')
    .where('id', '=', agentId)
    .where('isDel', '=', 0)
    .where('status', '=', 1)
    .executeTakeFirst()
  if (agent?.isAgent !== 1) throw refuse('该员工不是客服，不能负责客户', field)
}

async function checkChannels(db: Db, channelIds: readonly number[]): Promise<void> {
  const allowed: readonly number[] = (await partiesSettings(db)).company_channels ?? []
  if (channelIds.some((id) => !allowed.includes(id))) throw refuse('所选渠道未对往来单位开放', 'channelIds')
}

function withoutCredit(who: Who, given: CompanyValues): CompanyValues {
  const values = { ...given }
  if (!may(who, CREDIT)) {
    // What waits for a decision is written by whoever decides, so it is dropped here already.
    delete values.creditLimit
    delete values.creditDays
  }
  return values
}

/** Checks and completes what is to be stored of a company. */
export async function prepareCompany(
  tx: Tx,
  given: CompanyValues,
  before: Company | null,
): Promise<CompanyValues> {
  const values = withoutCredit(actorOf(tx), given)
  await verifyCompany(tx, values, before)
  return placeCompany(tx, values, before)
}

/** Completes what is to be stored of a company that has been verified. */
export async function placeCompany(
  tx: Tx,
  given: CompanyValues,
  before: Company | null,
): Promise<CompanyValues> {
  const who = actorOf(tx)
  const values = withoutCredit(who, given)
  const { pid } = values
  const placed =
    before === null || (pid !== undefined && pid !== before.pid)
      ? { pid: pid ?? 0, path: await pathUnder(tx, pid ?? 0, before) }
      : {}
  const orgCode = values.orgCode || before?.orgCode || (await nextCode(tx, ORG_CODES))
  const agentId = before === null && !values.agentId ? await ownAgency(tx, who.adminId) : values.agentId
  return completeRegion(tx, { ...values, ...placed, orgCode, ...(agentId === undefined ? {} : { agentId }) })
}

/** An agent looks after the companies they bring in. */
export function ownAgency(tx: Tx, adminId: number): Promise<number | null> {
  return onceIn(tx, `agency of ${adminId}`, async () => {
    const agent = await tx
      .selectFrom('admin')
      .select('id')
      .where('id', '=', adminId)
      .where('isAgent', '=', 1)
      .executeTakeFirst()
    return agent?.id ?? null
  })
}

/** KH and six digits that nobody typed before. */
export const ORG_CODES: CodeSeries = {
  sequence: 'orgCode',
  codeOf: (value) => `KH${String(value).padStart(6, '0')}`,
  async taken(tx, codes) {
    const rows = await tx
      .selectFrom('company')
      .select('orgCode')
      .where(
        sql<boolean>`lower("orgCode") = any(${sql.val(codes.map((code) => code.toLowerCase()))}::text[])`,
      )
      .where('isDel', '=', 0)
      .execute()
    return new Set(rows.map((row) => row.orgCode.toUpperCase()))
  },
}
