import { sql } from 'kysely'
import { enqueue } from '#domains/sap/sap.door.ts'
import { reserveMissing } from '#kit/server/codes.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { rowFigure } from '#kit/server/figures.ts'
import { exportOf, listOf } from '#kit/server/fileTask.ts'
import { importEntity } from '#kit/server/importEntity.ts'
import { answerPage, type ListOptions } from '#kit/server/list.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { change, read } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { valuesIn } from '#kit/shared/field.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { canDo } from '#kit/shared/states.ts'
import { today } from '#kit/shared/time.ts'
import { regionIs } from '../region.server.ts'
import { openDocuments } from './openDocuments.server.ts'
import { completeParty, partyCode, partyCodes, switchParty, verifyParty } from './party.server.ts'
import { supplierCalls as calls, products, supplierDocument } from './supplier.document.ts'
import { SUPPLIER_CONTROLLED, SUPPLIER_IMPORT, supplier, supplierProduct } from './supplier.entity.ts'
import type { Line } from './supplierProduct.rules.ts'
import { checkLines, makeRoom, openLines, writeLines } from './supplierProduct.server.ts'

type Supplier = EntityRow<typeof supplier>

const SUPPLIER_CODES = partyCodes('supplierCode', 'GY')

/** Tells SAP of an approved supplier, new or changed. */
async function pushSupplier(tx: Tx, row: Supplier): Promise<void> {
  await enqueue(tx, {
    bizType: 'supplier',
    bizId: row.id,
    bizSn: row.supplierCode,
    action: row.vendorNum === '' ? 'create' : 'update',
    payload: {
      head: {
        supplierCode: row.supplierCode,
        vendorNum: row.vendorNum,
        supplierName: row.supplierName,
        creditCode: row.creditCode,
        taxNo: row.taxNo,
        address: row.address,
        contactName: row.contactName,
        contactPhone: row.contactPhone,
        bankName: row.bankName,
        bankAccount: row.bankAccount,
        payTerms: row.payTerms,
        currency: row.currency,
        sapPurOrg: row.sapPurOrg,
        minOrderAmount: row.minOrderAmount === null ? null : formatMoney(row.minOrderAmount),
      },
    },
  })
}

/** The number SAP gave is kept, unless a person has typed one. */
export async function keepVendorNum(tx: Tx, id: number, ok: boolean, sapDocNo: string): Promise<void> {
  if (!ok || sapDocNo === '') return
  await tx
    .updateTable('supplier')
    .set({ vendorNum: sapDocNo })
    .where('id', '=', id)
    .where('vendorNum', '=', '')
    .execute()
  touch(tx, 'supplier')
}

async function complete(
  tx: Tx,
  values: Partial<Supplier>,
  before: Supplier | null,
): Promise<Partial<Supplier>> {
  const { supplierCode: code, inForce } = before ?? { supplierCode: '', inForce: 0 as const }
  const whole = await completeParty(tx, 'supplier', values, before)
  const supplierCode = await partyCode(tx, supplier, 'supplierCode', 'GY', values.supplierCode, {
    code,
    inForce,
  })
  return { ...whole, supplierCode }
}

const linesIn = (given: object): Line[] | undefined => valuesIn({ products }, given).products

/** How many goods a supplier delivers now. */
const productCount = rowFigure(
  supplier,
  () => `select count(distinct p."skuId")::int from "supplierProduct" p
    where p."supplierId" = "supplier"."id" and p."isDel" = 0 and p."isDraft" = 0
      and p."startDate" <= '${today()}'::date and coalesce(p."endDate", 'infinity') >= '${today()}'::date`,
)

const listed = (_who: Who, input: Record<string, unknown>): ListOptions => {
  const place = regionIs('supplier', input.regionId)
  return place === null ? {} : { where: [place] }
}

/** The numbers of their orders that are open. */
async function openPurchases(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const open = await openDocuments('supplier', db, ids)
  return new Map([...open].map(([id, numbers]) => [id, numbers.join('、')]))
}

const handlers = serveDocument(supplierDocument, {
  record: { code: 'supplierCode' },
  list: listed,
  joined: true,
  async prepare(tx, values, before) {
    const lines = linesIn(values)
    if (lines !== undefined) await checkLines(tx, lines)
    return complete(tx, values, before)
  },
  async saved(tx, row, _before, given) {
    const lines = linesIn(given)
    if (lines !== undefined) await writeLines(tx, row.id, lines)
  },
  figures: { productCount, openPurchases },
  async details(db, rows) {
    const lines = await openLines(
      db,
      rows.map((row) => row.id),
    )
    return rows.map((row) => ({ products: lines.filter((line) => line.supplierId === row.id) }))
  },
  controlled: SUPPLIER_CONTROLLED,
  approved: pushSupplier,
  process: {
    fields: [
      { name: 'supplierType', label: '供应商类型' },
      { name: 'grade', label: '等级' },
      { name: 'changed', label: '是否变更' },
    ],
    vars: (_tx, row) => ({ supplierType: row.supplierType, grade: row.grade, changed: row.inForce }),
  },
})

/** Prices that count on this day. */
const validToday = () => sql<boolean>`"supplierProduct"."isDraft" = 0
  and "supplierProduct"."startDate" <= ${today()}::date
  and coalesce("supplierProduct"."endDate", 'infinity') >= ${today()}::date`

const served = [
  change(calls.status, (tx, _who, input) => switchParty(tx, supplier, input)),
  read(calls.products, (db, who, { valid, ...input }) =>
    answerPage(db, who, supplierProduct, calls.products.answer, input, {
      where: valid === 1 ? [validToday()] : [],
      order: [['startDate', 'desc']],
    }),
  ),
]

/** The supply prices of the suppliers of a list that have not ended. */
async function pricesOfSuppliers(db: Db, who: Who, filters: Record<string, unknown>): Promise<number[]> {
  const suppliers = (await exportOf(db, supplier.name)?.ids?.(db, who, filters)) ?? []
  return (await openLines(db, suppliers)).filter((line) => line.isDraft === 0).map((line) => line.id)
}

const imports = [
  importEntity(supplier, {
    permission: SUPPLIER_IMPORT,
    source: listOf(supplier.name, calls.exportRows),
    key: 'supplierCode',
    examples: {
      supplierName: '福建示例食品有限公司',
      supplierType: '生产商',
      creditCode: '91350100M000100Y43',
      contactName: '张三',
      contactPhone: '13800138000',
      districtId: '福建省/福州市/鼓楼区',
      address: '示例路1号',
      settleType: '月结',
    },
    notes: ['导入的供应商为草稿，提交并审核通过后方可选用', '地区写全路径，如 福建省/福州市/鼓楼区'],
    async verify(_db, _who, values, before) {
      if (
        before !== null &&
        (before.inForce === 1 || !canDo(supplierDocument.states, 'edit', before.auditStatus))
      )
        throw conflict('供应商已提交或审核，请在页面修改')
      verifyParty(values, before)
    },
    prepare: complete,
    ahead: (tx, list) => reserveMissing(tx, SUPPLIER_CODES, list, (one) => one.supplierCode),
  }),
  importEntity(supplierProduct, {
    title: '供货价导入',
    permission: SUPPLIER_IMPORT,
    source: {
      permission: calls.exportRows.permission,
      schema: calls.exportRows.schema,
      ids: pricesOfSuppliers,
    },
    alike: ['supplierId', 'skuId', 'supplyPrice', 'unitId', 'minQty', 'startDate', 'endDate'],
    columns: [
      'supplierId',
      'skuId',
      'supplyPrice',
      'taxRate',
      'unitId',
      'minQty',
      'leadDays',
      'startDate',
      'endDate',
      'isDefault',
    ],
    examples: { supplierId: 'GY00001', skuId: 'P00000001-01', supplyPrice: '8.50', startDate: '2026-01-01' },
    notes: [
      '供应商填写编码或名称，商品填写规格编码',
      '同一供应商同一商品在此期间已有的供货价，自生效日期的前一天起失效',
    ],
    async verify(_db, _who, { startDate = '', endDate = null, isDefault }) {
      if (endDate !== null && endDate < startDate) throw refuse('失效日期不能早于生效日期', 'endDate')
      if (isDefault === 1 && endDate !== null && endDate < today())
        throw refuse('已失效的供货价不能设为默认', 'isDefault')
    },
    // The price before it ends the day before: each sees the one before it.
    apart: ({ supplierId, skuId }) => `${supplierId} ${skuId}`,
    ahead: (tx, list) =>
      makeRoom(
        tx,
        list
          .flatMap(({ before, values }) => (before === null ? [values] : []))
          .map(({ supplierId = 0, skuId = 0, startDate = '', endDate = null, isDefault = 0 }) => ({
            supplierId,
            skuId,
            startDate,
            endDate,
            isDefault,
          })),
      ),
  }),
]

/** 供应商. Catalog §7.1. */
export const supplierPart: ServerPart = {
  ...handlers,
  served: [...handlers.served, ...served],
  tasks: [...handlers.tasks, ...imports],
}
