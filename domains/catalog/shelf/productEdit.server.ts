import type { Db, Tx } from '#kit/server/database.ts'
import { cellOf } from '#kit/server/exportEntity.ts'
import { nextNumber } from '#kit/server/number.ts'
import { referenceTo } from '#kit/server/refs.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { referenceErrors } from '#kit/server/rowReferences.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { may, type Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, type FieldError, notFound, refuseFields } from '#kit/shared/errors.ts'
import { rowIn } from '#kit/shared/field.ts'
import { formatMoney, parseMoney } from '#kit/shared/money.ts'
import { guardFloor } from '../price/floor.server.ts'
import { fieldsOfLog } from '../product/productLog.server.ts'
import { type Present, presentText, readPresent } from './editItems.server.ts'
import { type EditItem, isSkuItem, itemField, itemPermission, itemText, itemValue } from './editItems.ts'
import { guardExec } from './exec.server.ts'
import { type Held, holdLines, releaseLines } from './openLine.server.ts'
import { cancelSteps, failedProducts, planSteps, retrySteps, startSteps } from './plan.server.ts'
import { resultsOf } from './planList.server.ts'
import { editCalls, editDocument, editExec } from './productEdit.document.ts'
import { editLine, productEdit } from './productEdit.entity.ts'

type Row = EntityRow<typeof productEdit>
type Line = Row['lines'][number]

const TYPE = 'productEdit'
const columns = Object.keys(productEdit.all).filter((name) => name !== 'lines')
const holder = (row: Row) => ({ docType: TYPE, docId: row.id, docNo: row.editNo }) as const
const productsOf = (lines: readonly Pick<Line, 'productId'>[]): number[] => [
  ...new Set(lines.map((line) => line.productId)),
]

const handlers = serveDocument(editDocument, {
  list: () => ({ columns }),
  async prepare(tx, given) {
    if (given.lines === undefined) return given
    const lines = await checkedLines(tx, given.lines)
    return { ...given, lines, productCount: productsOf(lines).length, itemCount: lines.length }
  },
  saved: async (tx, row) => holdLines(tx, holder(row), await heldBy(tx, productsOf(row.lines))),
  deleting: (tx, row) => releaseLines(tx, TYPE, row.id),
  details: (db, rows, who) => Promise.all(rows.map((row) => detailsOf(db, row, who))),
  async approved(tx, row) {
    await planSteps(
      tx,
      productsOf(row.lines).map((productId) => ({
        sourceType: TYPE,
        sourceId: row.id,
        sourceNo: row.editNo,
        productId,
        channelId: 0,
        action: 'edit',
        skuIds: [],
        reason: row.reason,
        dueTime: row.effectTime,
      })),
    )
    await updateRow(tx, productEdit, row, { execStatus: 0 })
    await startSteps(tx, TYPE, row.id)
  },
  process: {
    fields: [
      { name: 'editTitle', label: '修改标题' },
      { name: 'productCount', label: '商品数' },
      { name: 'itemCount', label: '修改项数' },
      { name: 'items', label: '修改项' },
    ],
    vars: (_tx, { editTitle, productCount, itemCount, lines }) => ({
      editTitle,
      productCount,
      itemCount,
      items: [...new Set(lines.map((line) => itemField(line.field).label))],
    }),
  },
})

/** A change holds a product in all its channels; one that is sold nowhere is held as such. */
async function heldBy(tx: Tx, productIds: readonly number[]): Promise<Held[]> {
  const rows = await tx
    .selectFrom('productChannel')
    .select(['productId', 'channelId'])
    .where('productId', 'in', [...productIds])
    .where('isDel', '=', 0)
    .execute()
  const sold = new Set(rows.map((row) => row.productId))
  return [
    ...rows,
    ...productIds.filter((id) => !sold.has(id)).map((productId) => ({ productId, channelId: 0 })),
  ]
}

/** Lines as they are stored: with the skus they mean, the values of now, and new values that can be set. */
async function checkedLines(tx: Tx, lines: readonly Line[]): Promise<Line[]> {
  const present = await readPresent(tx, productsOf(lines))
  const errors: FieldError[] = []
  const seen = new Set<string>()
  const checked: Line[] = []
  for (const [index, line] of lines.entries()) {
    const wrong = (field: string, message: string) =>
      void errors.push({ field: `lines.${index}.${field}`, message })
    const { productId, field } = line
    const row = present.products.get(productId)
    if (row === undefined || row.isDel === 1 || row.isRecycle === 1) {
      wrong('productId', '商品不存在')
      continue
    }
    const permission = itemPermission(field)
    if (permission !== undefined && !may(actorOf(tx), permission))
      wrong('field', `没有修改${itemField(field).label}的权限`)
    const skuId = skuOf(present, line)
    if (skuId === undefined) {
      wrong('skuId', '请选择规格')
      continue
    }
    const key = `${productId}:${skuId}:${field}`
    if (seen.has(key)) wrong('field', '修改项重复')
    seen.add(key)
    const oldValue = presentText(present, { productId, skuId, field }) ?? ''
    const read = itemValue(field, line.newValue)
    if ('reason' in read) {
      wrong('newValue', read.reason)
      continue
    }
    const newValue = itemText(field, read.value)
    if (newValue === oldValue) wrong('newValue', '新值与原值相同')
    const shape = { newValue: itemField(field) }
    const [unknown = []] = await referenceErrors(tx, shape, [{ newValue: read.value }])
    for (const { message } of unknown) wrong('newValue', message)
    checked.push(rowIn(editLine, { productId, skuId, field, oldValue, newValue }))
  }
  if (errors.length > 0) throw refuseFields(errors)
  await guardFloor(
    tx,
    actorOf(tx),
    checked.flatMap(({ skuId, field, newValue }, index) => {
      const price = field === 'price' ? parseMoney(newValue) : null
      return skuId === null || price === null ? [] : [{ skuId, price, field: `lines.${index}.newValue` }]
    }),
  )
  return checked
}

/** The sku a line means: the one it names, or the only one; null for items of the product, undefined for none. */
function skuOf(present: Present, { productId, skuId, field }: Line): number | null | undefined {
  if (!isSkuItem(field)) return null
  const skus = present.skus.get(productId) ?? []
  if (skuId === null) return skus.length === 1 ? skus[0]?.id : undefined
  return skus.some((one) => one.id === skuId) ? skuId : undefined
}

const HIDDEN = '***'

async function detailsOf(db: Db, row: Row, who: Who): Promise<Record<string, unknown>> {
  const results = await resultsOf(db, TYPE, row.id)
  const lines = await Promise.all(
    row.lines.map(async (line) => {
      const permission = itemPermission(line.field)
      const hidden = permission !== undefined && !may(who, permission)
      return {
        ...line,
        ...(hidden ? { oldValue: HIDDEN, newValue: HIDDEN } : {}),
        oldText: hidden ? HIDDEN : await shownText(db, line.field, line.oldValue),
        newText: hidden ? HIDDEN : await shownText(db, line.field, line.newValue),
        result: results.get(line.productId) ?? '',
      }
    }),
  )
  return { lines }
}

/** A stored text as a person reads it: names for references, labels for choices. */
async function shownText(db: Db, item: EditItem, text: string): Promise<string> {
  const field = itemField(item)
  const read = itemValue(item, text)
  if (text === '' || 'reason' in read) return text
  if (field.type === 'money' && typeof read.value === 'number') return formatMoney(read.value)
  const ids = (Array.isArray(read.value) ? read.value : [read.value]).filter(
    (one): one is number => typeof one === 'number',
  )
  const names = field.ref === undefined ? undefined : await referenceTo(db, field.ref)?.labels(db, ids)
  return String(cellOf(field, read.value, names))
}

const served = [
  change(editCalls.retry, async (tx, _who, { id }) => {
    const row = await lockRow(tx, productEdit, id)
    guardExec(editExec, editDocument.states, 'retry', row)
    const failed = await failedProducts(tx, TYPE, id)
    await holdLines(tx, holder(row), await heldBy(tx, failed))
    await retrySteps(tx, TYPE, id)
  }),
  change(editCalls.cancel, async (tx, _who, { id }) => {
    const row = await lockRow(tx, productEdit, id)
    guardExec(editExec, editDocument.states, 'cancel', row)
    await cancelSteps(tx, TYPE, id)
    await updateRow(tx, productEdit, row, { execStatus: 3 })
    await releaseLines(tx, TYPE, id)
  }),
  change(editCalls.takeBack, async (tx, _who, { id }) => {
    const entry = await tx.selectFrom('productOperateLog').selectAll().where('id', '=', id).executeTakeFirst()
    if (entry === undefined) throw notFound()
    const { productId } = entry
    const given = fieldsOfLog(entry.fields).flatMap(({ was }) =>
      was === undefined ? [] : [{ productId, skuId: was.skuId, field: was.item, newValue: was.text }],
    )
    const present = await readPresent(tx, [productId])
    // What has become the old value again, or is gone, needs no change; a blank one cannot be a new value.
    const open = given.filter((line) => {
      const now = presentText(present, line)
      return now !== null && now !== line.newValue && line.newValue !== ''
    })
    if (open.length === 0) throw conflict('该记录没有可撤回的修改')
    const lines = await checkedLines(
      tx,
      open.map((line) => rowIn(editLine, line)),
    )
    const row = await insertRow(tx, productEdit, {
      editNo: await nextNumber(tx, 'SX'),
      editTitle: `撤回修改 ${present.products.get(productId)?.productCode ?? ''}`,
      reason: `撤回操作日志 ${id} 的修改`,
      lines,
      productCount: 1,
      itemCount: lines.length,
    })
    await holdLines(tx, holder(row), await heldBy(tx, [productId]))
    return { id: row.id }
  }),
]

/** 商品资料修改: changes data of products that stay on their shelves. Catalog §3.4. */
export const editPart: ServerPart = { ...handlers, served: [...handlers.served, ...served] }
