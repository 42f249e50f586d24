import { sql } from 'kysely'
import { text } from '#kit/fields/shared.ts'
import type { Db } from '#kit/server/database.ts'
import {
  type ImportColumn,
  type ImportRow,
  type ImportSheet,
  listOf,
  type RowError,
} from '#kit/server/fileTask.ts'
import { type EntityImport, importEntity } from '#kit/server/importEntity.ts'
import { loose } from '#kit/server/loose.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { demand, type Who } from '#kit/server/who.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuseFields } from '#kit/shared/errors.ts'
import { canDo } from '#kit/shared/states.ts'
import { company } from '../company/company.entity.ts'
import { invoiceTo } from './invoiceTo.entity.ts'
import { invoiceFaults } from './invoiceTo.rules.ts'
import { takeCompanies } from './ofCompany.server.ts'
import { invoiceToCalls, payerCalls, shipToCalls } from './partner.calls.ts'
import {
  INVOICE_TO,
  invoiceToHandlers,
  PAYER,
  payerHandlers,
  SHIP_TO,
  shipToHandlers,
  type Writing,
} from './partner.server.ts'
import type { LinkRole } from './partnerLink.entity.ts'
import type { PartnerEntity, PartnerKind } from './partnerSap.server.ts'
import { payer } from './payer.entity.ts'
import { shipTo } from './shipTo.entity.ts'
import { shoudaCalls, shoudaStates } from './shouda.document.ts'
import { shouda } from './shouda.entity.ts'
import { linkToDrafts, SOLD_TO, shoudaWriting } from './shouda.server.ts'

/** The company the examples of all sheets are of. */
export const EXAMPLE_CODE = 'KH900001'

const LINK: ImportColumn = {
  name: 'orgCode',
  title: '单位编码',
  field: text('单位编码', { max: 20, required: true }),
  required: true,
  example: EXAMPLE_CODE,
  note: '工作表“单位”中的编码，或已有单位的编码',
}

/** The company a row belongs to; one that is only in the file yet has an id that no row has. */
interface Owner {
  id: number
  creditCode: string
}

const remembered = (code: unknown): string => String(code).toLowerCase()

/** The companies a file brings, by the memory of its import. */
const broughtBy = new WeakMap<Map<string, unknown>, Map<string, Owner>>()

/** Lets the sheets of partners know, while the file is checked, which companies it brings. */
export function rememberCompanies(rows: readonly ImportRow[], memory: Map<string, unknown>): void {
  const brought = broughtBy.get(memory) ?? new Map<string, Owner>()
  for (const { rowNo, values } of rows)
    brought.set(remembered(values.orgCode), { id: -rowNo, creditCode: String(values.creditCode ?? '') })
  broughtBy.set(memory, brought)
}

/** The companies of the rows by code in small letters: those in the person's scope, and those of the file. */
async function ownersOf(
  db: Db,
  who: Who,
  rows: readonly ImportRow[],
  memory: Map<string, unknown>,
): Promise<Map<string, Owner>> {
  const codes = [...new Set(rows.map(({ values }) => String(values.orgCode).toLowerCase()))]
  let query = db
    .selectFrom('company')
    .select(['id', 'orgCode', 'aliasCodes', 'creditCode'])
    .where(
      sql<boolean>`(lower("orgCode") = any(${sql.val(codes)}::text[])
        or "aliasCodes" <> '' and string_to_array(lower("aliasCodes"), ',') && ${sql.val(codes)}::text[])`,
    )
    .where('isDel', '=', 0)
  const scope = scopeCondition(await rowScope(db, who, company), company.name)
  if (scope !== null) query = query.where(scope)
  const stored = new Map(
    (await query.execute()).flatMap((row) =>
      [row.orgCode, ...row.aliasCodes.split(',')].map((code) => [code.toLowerCase(), row] as const),
    ),
  )
  const found = new Map<string, Owner>()
  for (const code of codes) {
    const given = broughtBy.get(memory)?.get(remembered(code))
    const row = stored.get(code)
    const id = row?.id ?? given?.id
    if (id !== undefined) found.set(code, { id, creditCode: given?.creditCode ?? row?.creditCode ?? '' })
  }
  return found
}

interface SheetOf<E extends Entity> extends Pick<EntityImport<E>, 'key' | 'columns' | 'examples' | 'verify'> {
  calls: {
    save: { permission: string }
    update: { permission: string }
    exportRows: Parameters<typeof listOf>[1]
  }
  role?: LinkRole
  /** what is wrong with a row beside its company, at the heading of a column */
  misfit?(values: Record<string, unknown>, owner: Owner): { column: string; message: string } | null
}

/** The sheet of a kind of partner: its form labels behind the code of the company; written as the form writes it. */
function sheetOf<const E extends PartnerEntity>(
  kind: PartnerKind & { entity: E },
  writing: Writing<E>,
  { calls, role, misfit, verify, ...options }: SheetOf<E>,
): ImportSheet & { name: string } {
  const of = kind.entity
  const rows = importEntity(of, {
    ...options,
    permission: calls.save.permission,
    source: listOf(of.name, calls.exportRows),
    async verify(db, who, values, before) {
      demand(who, (before === null ? calls.save : calls.update).permission)
      await verify?.(db, who, values, before)
    },
    prepare: writing.prepare,
    async ahead(tx, list) {
      const companyIds = list.map(({ values }) => values.companyId ?? 0)
      await takeCompanies(tx, companyIds)
      await writing.takes?.(tx, companyIds)
    },
    async savedAll(tx, list) {
      await writing.savedAll(tx, list)
      if (role !== undefined)
        await linkToDrafts(
          tx,
          role,
          list.map(({ row }) => row),
        )
    },
  })

  async function belonging(db: Db, who: Who, given: readonly ImportRow[], memory: Map<string, unknown>) {
    const owners = await ownersOf(db, who, given, memory)
    const errors: RowError[] = []
    const ready: ImportRow[] = []
    for (const { rowNo, values } of given) {
      const { orgCode, ...rest } = values
      const owner = owners.get(String(orgCode).toLowerCase())
      const fault =
        owner === undefined
          ? { column: LINK.title, message: '单位编码不存在' }
          : (misfit?.(values, owner) ?? null)
      if (fault !== null) errors.push({ rowNo, ...fault })
      // A number SAP gave is not taken back by an empty cell.
      if (rest[kind.code] === '') delete rest[kind.code]
      // What else is wrong with the row is told as well.
      ready.push({ rowNo, values: owner === undefined ? rest : { ...rest, companyId: owner.id } })
    }
    return { ready, errors }
  }

  return {
    name: of.label,
    columns: [LINK, ...rows.columns],
    async stored(db, who, companyIds) {
      let query = loose(db)
        .selectFrom(of.name)
        .innerJoin('company', 'company.id', `${of.name}.companyId`)
        .select([`${of.name}.id`, 'company.orgCode'])
        .where(`${of.name}.isDel`, '=', 0)
        .where('company.id', 'in', [...companyIds])
      const scope = scopeCondition(await rowScope(db, who, of), of.name)
      if (scope !== null) query = query.where(scope)
      const found = await query.orderBy('company.id').orderBy(`${of.name}.id`).execute()
      const told = await rows.stored(
        db,
        who,
        found.map((row) => Number(row.id)),
      )
      return told.map((row, index) => ({ ...row, orgCode: found[index]?.orgCode }))
    },
    async check(db, who, given, memory) {
      const { ready, errors } = await belonging(db, who, given, memory)
      return [...errors, ...(await rows.check(db, who, ready, memory))]
    },
    async write(tx, who, given, memory) {
      const { ready, errors } = await belonging(tx, who, given, memory)
      return errors.length > 0 ? errors : rows.write(tx, who, ready, memory)
    },
  }
}

const BANK = ['bankName', 'bankAccount'] as const

/** The sheets beside 单位 in the import of companies, in the order they are written. Catalog §8.5. */
export const partnerSheets: readonly (ImportSheet & { name: string })[] = [
  sheetOf({ ...SOLD_TO, entity: shouda }, shoudaWriting, {
    calls: shoudaCalls,
    // The name says less: a company has one sold-to party in each sales area, often all of the same name.
    key: ['companyId', 'salesOrg', 'distChannel', 'division'],
    columns: [
      ...['shoudaName', 'shoudaNum', 'channelId', 'salesOrg', 'distChannel', 'division', 'paymentTerms'],
      ...['salesChannelId', 'salesOffice', 'salesGroup', 'custGroup', 'priceGroup', 'currency'],
      ...['shipCondition', 'accountGroup', 'taxClass', 'warehouseId', 'isGroupBuying'],
    ],
    examples: {
      shoudaName: '福州示例贸易有限公司',
      channelId: '供应链',
      salesOrg: '1000',
      distChannel: '10',
      division: '00',
      paymentTerms: 'Z030',
    },
    async verify(_db, _who, _values, before: EntityRow<typeof shouda> | null) {
      if (before !== null && (before.inForce === 1 || !canDo(shoudaStates, 'edit', before.auditStatus)))
        throw conflict('售达方已提交或审核，请在页面修改')
    },
  }),
  sheetOf({ ...PAYER, entity: payer }, payerHandlers.writing, {
    calls: payerCalls,
    role: 1,
    key: ['companyId', 'payerName'],
    columns: [
      ...['payerName', 'payerCode', 'settleType', 'taxNo', ...BANK, 'creditArea', 'creditLimit'],
      ...['creditDays', 'reconDay', 'contractNo', 'contractStart', 'contractEnd', 'productLimit', 'remark'],
    ],
    examples: { payerName: '福州示例贸易有限公司', settleType: '预付' },
  }),
  sheetOf({ ...SHIP_TO, entity: shipTo }, shipToHandlers.writing, {
    calls: shipToCalls,
    role: 2,
    key: ['companyId', 'shipToName'],
    columns: [
      ...['shipToName', 'shipToCode', 'contactName', 'contactPhone', 'backupPhone', 'districtId', 'address'],
      ...['receiveFrom', 'receiveTo', 'receiveWeekdays', 'unloadReq', 'truckLimit', 'needAppointment'],
      ...['logisticsMode', 'deliveryCustType', 'routeCode', 'warehouseId', 'remark'],
    ],
    examples: {
      shipToName: '示例仓库',
      contactName: '李四',
      contactPhone: '13800138001',
      districtId: '福建省/福州市/鼓楼区',
      address: '示例路2号',
    },
  }),
  sheetOf({ ...INVOICE_TO, entity: invoiceTo }, invoiceToHandlers.writing, {
    calls: invoiceToCalls,
    role: 3,
    key: ['companyId', 'invoiceTitle', 'invoiceType'],
    columns: [
      ...['invoiceTitle', 'invoiceCode', 'taxNo', 'invoiceType', ...BANK, 'regAddress', 'regPhone'],
      ...['receiveEmail', 'receivePhone', 'receiverName', 'receiverAddress', 'mergeMode', 'invoiceLimit'],
      'remark',
    ],
    examples: {
      invoiceTitle: '福州示例贸易有限公司',
      taxNo: '91350100M000100Y43',
      invoiceType: '电子普票',
      receiveEmail: 'bill@example.com',
    },
    async verify(_db, _who, values) {
      const faults = invoiceFaults(values)
      if (faults.length > 0) throw refuseFields(faults)
    },
    // The form asks; a sheet cannot be asked.
    misfit: ({ taxNo }, { creditCode }) =>
      creditCode === '' || taxNo === creditCode
        ? null
        : { column: '纳税人识别号', message: '税号与单位信用代码不一致，请在开票方页面录入' },
  }),
]
