import { type SqlBool, sql } from 'kysely'
import { zipNamed } from '#domains/files/files.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { checkDict } from '#kit/server/dictCheck.ts'
import type { ListOptions } from '#kit/server/list.ts'
import { nextNumber } from '#kit/server/number.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { read } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { servedCounts } from '#kit/server/tabCounts.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import { company, QUALITY_STATES } from '../../company/company.entity.ts'
import { companiesById, companyConditions, companyInScope } from '../ofCompany.server.ts'
import { nearDays } from '../partner.server.ts'
import { validityOn } from '../validity.rules.ts'
import { settledTerm, termFaults } from './licence.check.ts'
import { licence } from './licence.entity.ts'
import { licenceName, namedFiles } from './licence.rules.ts'
import { checkNumber } from './licence.server.ts'
import { licenceNeeds } from './needs.server.ts'
import { qualityCalls, qualityDocument } from './quality.document.ts'
import { companyQuality } from './quality.entity.ts'
import { auditsOf, companyStep } from './quality.rules.ts'

type Row = EntityRow<typeof companyQuality>
type Line = Row['licences'][number]

/** Refuses lines without an end, of no type, twice of one number, or with a number another party has. */
async function checkLines(tx: Tx, row: Pick<Row, 'companyId' | 'licences'>): Promise<void> {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  for (const [index, line] of row.licences.entries()) {
    const at = `licences.${index}.`
    errors.push(...termFaults(line, at))
    if (!(await checkDict(tx, 'licence_type', line.licenceType)))
      errors.push({ field: `${at}licenceType`, message: '证照类型不存在' })
    const key = `${line.licenceType} ${line.licenceNo.toLowerCase()}`
    if (seen.has(key)) errors.push({ field: `${at}licenceNo`, message: '证照编号重复' })
    seen.add(key)
  }
  if (errors.length > 0) throw refuseFields(errors)
  // In one order for everybody, so that two files with several numbers in common cannot block each other.
  const ordered = row.licences
    .map((line, index) => ({ line, index }))
    .sort((a, b) => (a.line.licenceNo < b.line.licenceNo ? -1 : 1))
  for (const { line, index } of ordered) {
    const own = await latestOf(tx, row.companyId, line)
    await checkNumber(tx, { ...line, chainId: own?.chainId ?? null }, `licences.${index}.licenceNo`)
  }
}

/** The company's own certificate of that number, the latest of its chain. */
async function latestOf(tx: Tx, companyId: number, { licenceType, licenceNo }: Line) {
  return tx
    .selectFrom('licence')
    .select(['id', 'chainId'])
    .where('ownerType', '=', 1)
    .where('ownerId', '=', companyId)
    .where('licenceType', '=', licenceType)
    .where(sql<boolean>`lower("licenceNo") = lower(${licenceNo})`)
    .where('isDel', '=', 0)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Makes the licences of an approved file valid: certificates of the company, each following the one of its number. */
async function issueLicences(tx: Tx, row: Row): Promise<void> {
  const [day, near] = [today(), await nearDays(tx)]
  for (const line of row.licences) {
    const before = await latestOf(tx, row.companyId, line)
    const { startDate: start, endDate: end } = line
    const made = await insertRow(tx, licence, {
      ...line,
      ownerType: 1,
      ownerId: row.companyId,
      companyId: row.companyId,
      qualityId: row.id,
      previousId: before?.id ?? null,
      chainId: before?.chainId ?? null,
      validStatus: validityOn({ start, end }, day, near),
      auditStatus: 1,
      submitBy: row.submitBy,
      submitTime: row.submitTime,
      auditBy: row.auditBy,
      auditTime: row.auditTime,
      opinion: row.opinion,
    })
    if (made.chainId === null) await updateRow(tx, licence, made, { chainId: made.id })
  }
}

/**
 * Lets the company show how far its qualification has come; a newer file counts only once it is approved. `without`: a
 * file that is about to be deleted.
 */
export async function tellCompany(tx: Tx, companyId: number, without = 0): Promise<void> {
  const row = await lockRow(tx, company, companyId, { anyScope: true })
  const files = await tx
    .selectFrom('companyQuality')
    .select('auditStatus')
    .where('companyId', '=', companyId)
    .where('id', '<>', without)
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()
  const qualityStatus = companyStep(files.map((one) => one.auditStatus))
  if (qualityStatus !== row.qualityStatus) await updateRow(tx, company, row, { qualityStatus })
}

/** The types of valid certificates companies hold, by company. */
async function heldTypes(db: Db, companyIds: readonly number[]): Promise<Map<number, Set<string>>> {
  const rows = await db
    .selectFrom('licence')
    .select(['companyId', 'licenceType'])
    .distinct()
    .where('companyId', 'in', [...companyIds])
    .where('auditStatus', '=', 1)
    .where('isDel', '=', 0)
    .where(sql<boolean>`coalesce("endDate", 'infinity') >= ${today()}`)
    .execute()
  const held = new Map<number, Set<string>>()
  for (const { companyId, licenceType } of rows) {
    const own = held.get(companyId ?? 0) ?? new Set()
    held.set(companyId ?? 0, own.add(licenceType))
  }
  return held
}

async function enrich(db: Db, rows: readonly Row[]) {
  const ids = [...new Set(rows.map((row) => row.companyId))]
  const needed = await licenceNeeds(db, ids)
  const held = needed.size === 0 ? new Map<number, Set<string>>() : await heldTypes(db, ids)
  return rows.map((row) => {
    const own = new Set([...(held.get(row.companyId) ?? []), ...row.licences.map((one) => one.licenceType)])
    const missing = (needed.get(row.companyId) ?? []).filter((type) => !own.has(type))
    return { ...row, missing: missing.map(licenceName).join('、') }
  })
}

async function prepare(tx: Tx, values: Partial<Row>, before: Row | null): Promise<Partial<Row>> {
  const licences = values.licences?.map(settledTerm)
  const companyId = values.companyId ?? before?.companyId ?? 0
  if (companyId !== before?.companyId) await companyInScope(tx, companyId)
  if (licences !== undefined) await checkLines(tx, { companyId, licences })
  return licences === undefined ? values : { ...values, licences }
}

/** Makes the draft of a qualification file as its own save call does; for the opening of a company. Catalog §10. */
export async function makeQuality(tx: Tx, values: Partial<Row> & { companyId: number }): Promise<Row> {
  const ready = await prepare(tx, values, null)
  const qualityNo = await nextNumber(tx, 'ZZ')
  const row = await insertRow(tx, companyQuality, { ...ready, qualityNo })
  await tellCompany(tx, row.companyId)
  return row
}

function listOptions(_who: unknown, input: Record<string, unknown>): ListOptions {
  const ofCompany = companyConditions(companyQuality, input)
  const steps = typeof input.qualityStatus === 'string' ? input.qualityStatus : ''
  if (steps === '') return ofCompany
  const audits = steps.split(',').flatMap((step) => auditsOf(Number(step)))
  const is = sql<SqlBool>`"companyQuality"."auditStatus" = any(${sql.val(audits)}::int[])`
  return { ...ofCompany, where: [...(ofCompany.where ?? []), is] }
}

const usual = serveDocument(qualityDocument, {
  waiting: 'qualityStatus=2',
  returned: 'qualityStatus=3',
  list: listOptions,
  enrich,
  enrichedBy: ['companyId', 'licences'],
  prepare,
  async saved(tx, row, before) {
    await tellCompany(tx, row.companyId)
    if (before !== null && before.companyId !== row.companyId) await tellCompany(tx, before.companyId)
  },
  deleting: (tx, row) => tellCompany(tx, row.companyId, row.id),
  complete: checkLines,
  moved: (tx, row) => tellCompany(tx, row.companyId),
  async approved(tx, row) {
    await checkLines(tx, row)
    await issueLicences(tx, row)
    const owner = await lockRow(tx, company, row.companyId, { anyScope: true })
    const { licenceFile, licenceEnd } = row
    await updateRow(tx, company, owner, { licenceFile, licenceEnd })
  },
  process: {
    fields: [
      { name: 'qualityNo', label: '单号' },
      { name: 'companyId', label: '单位ID' },
      { name: 'qualityType', label: '资质类型' },
      { name: 'licenceCount', label: '证照数' },
    ],
    vars: (_tx, { qualityNo, companyId, qualityType: kind, licences }) => ({
      qualityNo,
      companyId,
      qualityType: kind,
      licenceCount: licences.length,
    }),
  },
})
export const { type: qualityType } = usual

/** The attached files of a qualification file under names a person knows them by. */
async function filesOf(db: Db, row: Row) {
  const number = (await companiesById(db, [row.companyId])).get(row.companyId)?.orgCode ?? ''
  const isMany = row.licenceFile.length > 1
  return [
    ...row.licenceFile.map(({ url }, index) => ({
      url,
      name: `${number}_营业执照${isMany ? `_${index + 1}` : ''}`,
    })),
    ...row.licences.flatMap((line) => namedFiles(line, number)),
    ...row.files.map(({ url }, index) => ({ url, name: `${number}_附件_${index + 1}` })),
  ]
}

const served = [
  servedCounts(
    qualityCalls.counts,
    companyQuality,
    'auditStatus',
    Object.fromEntries(QUALITY_STATES.map(({ value }) => [value, auditsOf(value)])),
    listOptions,
  ),
  read(qualityCalls.zip, async (db, who, { id }) => {
    const row = await readRow(db, who, companyQuality, id)
    const files = await filesOf(db, row)
    if (files.length === 0) throw refuse('该资质档案没有附件')
    return zipNamed(db, files, `${row.qualityNo}.zip`)
  }),
]

/** 资质档案. Catalog §6.4. */
export const qualityPart: ServerPart = { ...usual, served: [...usual.served, ...served] }
