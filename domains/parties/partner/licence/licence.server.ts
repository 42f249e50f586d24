import { type Expression, type SqlBool, sql } from 'kysely'
import { openNamed, zipNamed } from '#domains/files/files.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { type DocumentType, examineDocument } from '#kit/server/document.ts'
import { decides } from '#kit/server/documentTypes.ts'
import { joinRows } from '#kit/server/joins.ts'
import { answerRow, dateRange, type ListOptions } from '#kit/server/list.ts'
import { insertRow, lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { historyOf } from '#kit/server/serveDocument.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { documentStates } from '#kit/shared/document.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse, refuseFields } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { dayKey, formatDate, today, toSeconds } from '#kit/shared/time.ts'
import { companyConditions, companyInScope, idsIn } from '../ofCompany.server.ts'
import { nearDays } from '../partner.server.ts'
import { CONTRACT_STATES, validityOn } from '../validity.rules.ts'
import { licenceCalls, licenceRow } from './licence.calls.ts'
import { settledTerm, termFaults } from './licence.check.ts'
import { licence } from './licence.entity.ts'
import { namedFiles } from './licence.rules.ts'
import { licenceStates } from './licence.states.ts'
import { type Owner, ownerKey, ownersOf } from './owner.server.ts'
import { remindNow } from './remind.server.ts'

type Row = EntityRow<typeof licence>

const licenceType: DocumentType<typeof licence> = {
  entity: licence,
  states: documentStates('admin:system:org:licence'),
  list: '/company/licenceManagement?auditStatus=0',
  returned: '/company/licenceManagement?auditStatus=2',
  page: '/company/licenceInfo/{id}',
}

/** The owner a licence is entered for: there, in force, and of a company in the person's scope. */
async function ownerFor(tx: Tx, key: { ownerType: number; ownerId: number }): Promise<Owner> {
  const owner = (await ownersOf(tx, [key])).get(ownerKey(key))
  if (owner === undefined) throw refuse('归属单位不存在或已停用', 'ownerId')
  if (owner.companyId !== null) await companyInScope(tx, owner.companyId)
  if (owner.status === 0) throw refuse('归属单位不存在或已停用', 'ownerId')
  return owner
}

/**
 * Refuses a number another certificate of its type has. Renewals may keep the number of their chain, so an index alone
 * cannot tell; who enters the same number at the same moment waits here. Catalog §6.4.
 */
export async function checkNumber(
  tx: Tx,
  {
    licenceType: type,
    licenceNo,
    chainId,
  }: { licenceType: string; licenceNo: string; chainId: number | null },
  field = 'licenceNo',
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`licence ${type} ${licenceNo.toLowerCase()}`}))`.execute(
    tx,
  )
  const other = await tx
    .selectFrom('licence')
    .select('id')
    .where('licenceType', '=', type)
    .where(sql<boolean>`lower("licenceNo") = lower(${licenceNo})`)
    .where('isDel', '=', 0)
    .where(sql<boolean>`"chainId" is distinct from ${chainId}`)
    .executeTakeFirst()
  if (other !== undefined) throw refuse('证照编号已存在', field)
}

/** What a licence entered or changed now is: handed in, for it waits for its decision from then on, and how far it has come. */
async function entered(tx: Tx, row: { startDate: string; endDate: string | null }) {
  const validStatus = validityOn({ start: row.startDate, end: row.endDate }, today(), await nearDays(tx))
  return { validStatus, auditStatus: 0 as const, submitBy: actorOf(tx).adminId, submitTime: new Date() }
}

function endsWithin(limit: unknown): Expression<SqlBool>[] {
  const range = dateRange(typeof limit === 'string' ? limit : undefined)
  if (range === null) return []
  const day = (moment: Date) => formatDate(toSeconds(moment))
  return [sql<SqlBool>`"licence"."endDate" >= ${day(range.from)} and "licence"."endDate" < ${day(range.to)}`]
}

/** Refuses what is wrong with a licence, and completes it by its owner and term. Catalog §6.4. */
export async function checkedLicence(
  tx: Tx,
  values: Partial<Row>,
  before: Row | null,
): Promise<Partial<Row> & { startDate: string; endDate: string | null }> {
  if (before !== null) guardState(licenceStates, 'edit', before.auditStatus)
  const row = wholeRow(licence, before, values)
  const term = settledTerm(row)
  const faults = termFaults(term)
  if (faults.length > 0) throw refuseFields(faults)
  const isMoved = row.ownerType !== before?.ownerType || row.ownerId !== before?.ownerId
  const owner = isMoved ? await ownerFor(tx, row) : null
  await checkNumber(tx, { ...row, chainId: before?.chainId ?? null })
  return {
    ...values,
    startDate: term.startDate,
    endDate: term.endDate,
    ...(owner === null ? {} : { companyId: owner.companyId }),
  }
}

/** A certificate that renews none is the first of its chain. */
export async function beginChain(tx: Tx, row: Row, before: Row | null): Promise<void> {
  if (before === null) await updateRow(tx, licence, row, { chainId: row.id })
}

function listOptions(_who: unknown, input: Record<string, unknown>): ListOptions {
  const ofCompany = companyConditions(licence, input)
  const companies = idsIn(input.companyId, '单位', 'companyId')
  return {
    ...ofCompany,
    where: [
      ...(ofCompany.where ?? []),
      ...endsWithin(input.endLimit),
      ...(typeof input.ownerId === 'number' ? [sql<SqlBool>`"licence"."ownerId" = ${input.ownerId}`] : []),
      ...(companies === null
        ? []
        : [sql<SqlBool>`"licence"."companyId" = any(${sql.val(companies)}::int[])`]),
    ],
  }
}

const usual = standardHandlers(
  licence,
  { ...licenceCalls, info: undefined },
  {
    list: listOptions,
    async prepare(tx, values, before) {
      const { files = [] } = { ...before, ...values }
      if (files.length === 0) throw refuse('请选择附件', 'files')
      const checked = await checkedLicence(tx, values, before)
      return { ...checked, ...(await entered(tx, checked)) }
    },
    saved: beginChain,
    async deleting(_tx, row) {
      guardState(licenceStates, 'remove', row.auditStatus)
    },
  },
)

/** All certificates of the chain, the latest first. Catalog §10. */
async function chainOf(db: Db, chainId: number | null) {
  if (chainId === null) return []
  return db
    .selectFrom('licence')
    .select(['id', 'licenceNo', 'startDate', 'endDate', 'longTerm', 'auditStatus', 'validStatus'])
    .where('chainId', '=', chainId)
    .where('isDel', '=', 0)
    .orderBy('id', 'desc')
    .execute()
}

const fileNumber = (owners: Map<string, Owner>, row: Row): string =>
  owners.get(ownerKey(row))?.number || String(row.ownerId)

async function licencesById(db: Db, who: Parameters<typeof readRow>[1], ids: readonly number[]) {
  const rows: Row[] = []
  for (const id of ids) rows.push(await readRow(db, who, licence, id))
  return rows
}

const { info, examine, renew, remind, download, zip, print } = licenceCalls

export const licenceExport = usual.exporting

export const licenceServed: Served[] = [
  ...usual.served,
  servedCounts(licenceCalls.counts, licence, 'validStatus', tabsOf(CONTRACT_STATES), listOptions),
  read(info, async (db, who, { id }) => {
    const row = await answerRow(db, who, licence, info.answer, id)
    return { ...row, chain: await chainOf(db, row.chainId), history: await historyOf(db, licence.name, id) }
  }),
  decides(
    licenceType,
    change(examine, async (tx, _who, { id, version, auditStatus, opinion }) => {
      const row = await lockRow(tx, licence, id, { version: version ?? null })
      await examineDocument(tx, licenceType, row, { auditStatus, opinion: opinion ?? '' })
    }),
  ),
  change(renew, async (tx, _who, { id, ...given }) => {
    const before = await lockRow(tx, licence, id)
    guardState(licenceStates, 'renew', before.auditStatus)
    const later = await tx
      .selectFrom('licence')
      .select('id')
      .where('previousId', '=', id)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (later !== undefined) throw refuse('该证照已续期，请在最新的证照上操作')
    const { ownerType, ownerId, companyId, licenceType: type, scope, issueOrg, chainId } = before
    const term = settledTerm(given)
    const faults = termFaults(term)
    if (faults.length > 0) throw refuseFields(faults)
    const licenceNo = given.licenceNo || before.licenceNo
    await checkNumber(tx, { licenceType: type, licenceNo, chainId })
    const row = await insertRow(tx, licence, {
      ...term,
      ownerType,
      ownerId,
      companyId,
      licenceType: type,
      scope,
      issueOrg,
      licenceNo,
      holder: given.holder || before.holder,
      chainId,
      previousId: id,
      ...(await entered(tx, term)),
    })
    return { id: row.id }
  }),
  change(remind, async (tx, _who, { ids }) => {
    for (const id of [...ids].sort((a, b) => a - b)) {
      const row = await lockRow(tx, licence, id)
      guardState(licenceStates, 'remind', row.auditStatus)
      if (row.endDate === null) throw refuse(`证照${row.licenceNo}长期有效，不需要提醒`)
      await remindNow(tx, row)
    }
  }),
  read(download, async (db, who, { id, n }) => {
    const row = await readRow(db, who, licence, id)
    const files = namedFiles(row, fileNumber(await ownersOf(db, [row]), row))
    const chosen = files[n === null ? 0 : n - 1]
    if (chosen !== undefined && (n !== null || files.length === 1)) return openNamed(db, chosen)
    return zipNamed(db, n === null ? files : [], `证照_${dayKey(new Date())}.zip`)
  }),
  read(zip, async (db, who, { ids }) => {
    const rows = await licencesById(db, who, ids)
    const owners = await ownersOf(db, rows)
    const files = rows.flatMap((row) => namedFiles(row, fileNumber(owners, row)))
    return zipNamed(db, files, `证照_${dayKey(new Date())}.zip`)
  }),
  read(print, async (db, who, { ids }) => joinRows(db, who, licenceRow, await licencesById(db, who, ids))),
]
