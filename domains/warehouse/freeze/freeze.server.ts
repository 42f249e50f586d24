import type { Tx } from '#kit/server/database.ts'
import { examineDocument, submitDocument } from '#kit/server/document.ts'
import { decides } from '#kit/server/documentTypes.ts'
import { pageOf } from '#kit/server/list.ts'
import { nextNumber } from '#kit/server/number.ts'
import { insertRow, lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { conflict, notFound, refuse, refuseFields } from '#kit/shared/errors.ts'
import { today } from '#kit/shared/time.ts'
import { toQ, totalOf } from '../document/document.rules.ts'
import { checkDay, checkGoods, openTerms, passesBySetting } from '../document/document.server.ts'
import { fixedPlaces, withCards } from '../document/leaving.server.ts'
import { serveLineSheet } from '../document/lineSheet.server.ts'
import { warehouseTerms } from '../place/terms.server.ts'
import { warehouse } from '../place/warehouse.entity.ts'
import { freeze as freezeStock, unfreeze } from '../stock/hold.server.ts'
import { reverse } from '../stock/reverse.server.ts'
import { sectionsOf } from '../stock/sections.server.ts'
import { freezeCalls as calls, freezeDocument, freezeSheet } from './freeze.document.ts'
import { FREEZE, freeze, UNFREEZE } from './freeze.entity.ts'
import { type Freeze, freezeFaults } from './freeze.rules.ts'
import {
  checkFrozen,
  lineNames,
  openLines,
  refreshFreezes,
  remainShown,
  remainsOf,
} from './remains.server.ts'

const sourceOf = ({ id, freezeNo: sn }: Pick<Freeze, 'id' | 'freezeNo'>) => ({ type: freeze.name, id, sn })

async function check(tx: Tx, row: Freeze): Promise<void> {
  checkDay(row.bizDate, await openTerms(tx, row.warehouseId))
  const faults = freezeFaults(row, today())
  if (faults.length > 0) throw refuseFields(faults)
  await checkGoods(tx, row.warehouseId, row.lines, await sectionsOf(tx, [row.warehouseId]))
}

/** The lines of a freeze with their goods and places, each under a name of its own. */
async function frozenLines(tx: Tx, row: Freeze): Promise<Freeze['lines']> {
  const places = await fixedPlaces(tx, row.warehouseId, row.lines)
  const names = await lineNames(tx, row.lines.length)
  const lines = await withCards(tx, row.lines)
  return lines.map((line, at) => {
    const { sectionId = null, lotNo = '', expiryDate = null } = places[at] ?? {}
    return { ...line, sectionId, lotNo, expiryDate, freezeLineId: names[at] ?? null }
  })
}

/** Lines that let go of what a freeze holds, one for each of its lines. 422 解冻数量超过剩余冻结数量 {n}, 409 of another freeze. */
async function releasedLines(
  tx: Tx,
  sourceFreezeId: number | null,
  given: readonly { freezeLineId: number | null; qty: number; remark: string }[],
): Promise<Freeze['lines']> {
  const remains = new Map((await remainsOf(tx, [sourceFreezeId ?? 0])).map((one) => [one.freezeLineId, one]))
  return given.map(({ freezeLineId, qty, remark }) => {
    const of = remains.get(freezeLineId ?? 0)
    if (of === undefined) throw conflict('冻结明细不存在')
    const { skuId, productName, skuCode, suk, unitName, sectionId, lotNo, expiryDate } = of
    return {
      ...{ skuId, productName, skuCode, suk, unitName, sectionId, lotNo, expiryDate },
      ...{ freezeLineId, qty, remark },
    }
  })
}

const lineIdsOf = ({ lines }: Pick<Freeze, 'lines'>): number[] =>
  lines.flatMap((line) => line.freezeLineId ?? [])

/** Posts an approved freeze or unfreezing. Warehouse §4.11. */
async function post(tx: Tx, row: Freeze): Promise<void> {
  const { warehouseId, bizDate, lines } = row
  const head = { source: sourceOf(row), action: 'post', day: bizDate }
  const places = await fixedPlaces(tx, warehouseId, lines)
  const placed = lines.map(({ skuId, qty, freezeLineId }, at) => ({
    ...{ warehouseId, skuId, q: toQ(qty), freezeLineId: freezeLineId ?? 0 },
    from: { stockLotId: places[at]?.stockLotId ?? 0 },
  }))
  if (row.type === FREEZE)
    await freezeStock(
      tx,
      head,
      placed.map((line) => ({ ...line, lineId: line.freezeLineId })),
    )
  else
    await unfreeze(
      tx,
      head,
      placed.map((line, at) => ({ ...line, lineId: at + 1 })),
    )
  await refreshFreezes(tx, lineIdsOf(row))
}

/** Whether nobody need decide it: by the setting of its warehouse, for unfreezings by their own. Warehouse §4.3. */
async function passes(tx: Tx, { warehouseId, type }: Freeze): Promise<boolean> {
  if (type === FREEZE) return passesBySetting(tx, warehouseId, 'freeze')
  const terms = (await warehouseTerms(tx, [warehouseId])).get(warehouseId)
  return terms?.config.unfreezeNeedExamine === 0 || passesBySetting(tx, warehouseId, 'unfreeze')
}

const handlers = serveDocument(freezeDocument, {
  chosen: 'any',
  record: { code: 'freezeNo' },
  async prepare(tx, values, before): Promise<Partial<Freeze>> {
    const row = wholeRow(freeze, before, values)
    if (row.type === UNFREEZE) {
      const lines = await releasedLines(tx, row.sourceFreezeId, row.lines)
      return { ...values, warehouseId: row.warehouseId, lines, totalQty: totalOf(lines) }
    }
    await check(tx, row)
    const lines = await frozenLines(tx, row)
    const number = before === null ? { freezeNo: await nextNumber(tx, 'DJ') } : {}
    return { ...values, ...number, type: FREEZE, lines, totalQty: totalOf(lines) }
  },
  async ahead(tx, id) {
    const { sourceFreezeId } = await readRow(tx, actorOf(tx), freeze, id)
    if (sourceFreezeId !== null) await lockRow(tx, freeze, sourceFreezeId, { anyScope: true })
  },
  async complete(tx, row) {
    if (row.type === UNFREEZE) await checkFrozen(tx, row.warehouseId, row.lines)
    else await check(tx, row)
  },
  passes,
  approved: post,
  async details(db, rows) {
    const remains = await remainsOf(
      db,
      rows.map((row) => row.id),
    )
    return rows.map(({ id }) => ({
      remains: remains.filter((one) => one.freezeId === id).map(remainShown),
    }))
  },
  process: {
    fields: [
      { name: 'type', label: '类型' },
      { name: 'reason', label: '原因' },
      { name: 'warehouseId', label: '仓库编号' },
      { name: 'totalQty', label: '总数量' },
    ],
    vars: (_tx, { type, reason, warehouseId, totalQty }) => ({ type, reason, warehouseId, totalQty }),
  },
})

/** Makes one unfreezing of every freeze that is named, and hands them in where asked. Warehouse §4.11. */
async function makeUnfreezings(
  tx: Tx,
  given: {
    lines: { freezeLineId: number; qty: number; remark: string }[]
    remark: string
    submit: 0 | 1 | null
  },
): Promise<{ id: number }[]> {
  const open = await openLines(tx, { freezeId: null, warehouseId: null })
  const byFreeze = Map.groupBy(given.lines, ({ freezeLineId }) => {
    const of = open.find((one) => one.freezeLineId === freezeLineId)
    if (of === undefined) throw refuse('冻结明细不存在或已全部解冻')
    return of.freezeId
  })
  const made: { id: number }[] = []
  for (const [freezeId, own] of [...byFreeze].sort(([a], [b]) => a - b)) {
    const source = await lockRow(tx, freeze, freezeId)
    const lines = await releasedLines(tx, freezeId, own)
    const zero = own.flatMap(({ qty, freezeLineId }) =>
      qty > 0
        ? []
        : [
            {
              field: `lines.${given.lines.findIndex((one) => one.freezeLineId === freezeLineId)}.qty`,
              message: '数量必须大于0',
            },
          ],
    )
    if (zero.length > 0) throw refuseFields(zero)
    const row = await insertRow(tx, freeze, {
      ...{ freezeNo: await nextNumber(tx, 'JD'), type: UNFREEZE, warehouseId: source.warehouseId },
      ...{ bizDate: today(), reason: source.reason, sourceFreezeId: freezeId, remark: given.remark, lines },
      totalQty: totalOf(lines),
    })
    made.push({ id: row.id })
    if (given.submit === 1) await submitDocument(tx, handlers.type, row)
  }
  return made
}

const served = [
  ...serveLineSheet(calls, freezeSheet),
  read(calls.open, async (db, who, { warehouseId, freezeId, keywords, page, limit }) => {
    if (freezeId !== null) await readRow(db, who, freeze, freezeId)
    else if (warehouseId === null) return pageOf([], 0, { page, limit })
    else await readRow(db, who, warehouse, warehouseId)
    const asked = keywords.trim().toLowerCase()
    const found = (await openLines(db, { freezeId, warehouseId })).filter(
      ({ productName, skuCode, freezeNo, lotNo }) =>
        [productName, skuCode, freezeNo, lotNo].some((one) => one.toLowerCase().includes(asked)),
    )
    const list = found
      .slice((page - 1) * limit, page * limit)
      .map((one) => ({ id: one.freezeLineId, ...remainShown(one) }))
    return pageOf(list, found.length, { page, limit })
  }),
  change(calls.unfreeze, (tx, _who, input) => makeUnfreezings(tx, input)),
  change(calls.unfreezeSubmit, async (tx, _who, { id }) => {
    const row = await lockRow(tx, freeze, id)
    if (row.type !== UNFREEZE) throw notFound()
    await submitDocument(tx, handlers.type, row)
  }),
  decides(
    handlers.type,
    change(calls.unfreezeExamine, async (tx, _who, { id, version, auditStatus, opinion }) => {
      await handlers.type.ahead?.(tx, id)
      const row = await lockRow(tx, freeze, id, { version: version ?? null })
      if (row.type !== UNFREEZE) throw notFound()
      await examineDocument(tx, handlers.type, row, {
        auditStatus: auditStatus === 2 ? 2 : 1,
        opinion: opinion ?? '',
      })
    }),
  ),
  change(calls.reverse, async (tx, _who, { id, reason }) => {
    const row = await lockRow(tx, freeze, id)
    if (row.auditStatus !== 1) throw conflict('单据未审核通过，不能冲销')
    if (row.reversed === 1) throw conflict('单据已冲销')
    await reverse(tx, sourceOf(row), 'post', reason)
    const now = await updateRow(tx, freeze, row, { reversed: 1 }, { anyField: true })
    await refreshFreezes(tx, lineIdsOf(now))
  }),
]

export const freezeServed = { ...handlers, served: [...handlers.served, ...served] }
