import { carrierFee } from '#domains/parties/parties.door.ts'
import {
  assignDelivery,
  carriedBy,
  carriedPage,
  type Delivery,
  issueDeliveries,
  loadDelivery,
  lockNotes,
  signDelivery,
  unassignDelivery,
  waitingPage,
  warehouseTerms,
} from '#domains/warehouse/warehouse.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { declareUse } from '#kit/server/refs.ts'
import { insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts, tabsOf } from '#kit/server/tabCounts.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import type { InOf } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { formatDate, toSeconds } from '#kit/shared/time.ts'
import { COVER } from '../cover/coverPage.entity.ts'
import { dropCover, keepCover } from '../cover/keep.server.ts'
import { sendSheets } from '../papers/follow.server.ts'
import { consignCalls as calls } from './consign.calls.ts'
import { chargeWeightOf, freightOf, insuranceOf } from './consign.rules.ts'
import { CONSIGN, CONSIGN_STATES, consignmentNote, consignTable } from './consignmentNote.entity.ts'

type Note = EntityRow<typeof consignmentNote>
type Given = Omit<InOf<typeof calls.save>, 'deliveryIds'>

/** One ship-to, one warehouse, goods that go out of the house. 422 配送单不属于该仓库, 一张托运单只能有一个收货地址. */
function checkSame(given: Given, own: readonly Delivery[]): Delivery {
  const [first] = own
  if (first === undefined) throw refuse('请选择配送单', 'deliveryIds')
  if (own.some((one) => one.warehouseId !== given.warehouseId))
    throw refuse('配送单不属于该仓库', 'deliveryIds')
  if (own.some((one) => one.customer !== first.customer || one.address !== first.address))
    throw refuse('一张托运单只能有一个收货地址', 'deliveryIds')
  return first
}

/**
 * What a note comes to: sizes of its deliveries, the weight charged, the freight of the carrier's price line between the two cities. An
 * entered freight that differs from the computed one needs a reason. 422 请输入运费差异原因, 请输入基本运费. Warehouse §5.7, §10.
 */
async function counted(db: Db, given: Given, own: readonly Delivery[]) {
  const first = checkSame(given, own)
  const sum = (of: (one: Delivery) => number) => own.reduce((total, one) => total + of(one), 0)
  const weight = Math.round(sum((one) => one.totalWeight ?? 0) * 1000) / 1000
  const volume = Math.round(sum((one) => one.totalVolume ?? 0) * 1e6) / 1e6
  const boxCount = sum((one) => one.boxCount)
  const chargeWeight = chargeWeightOf(weight, volume, given.volumeFactor)
  const from = (await warehouseTerms(db, [given.warehouseId])).get(given.warehouseId)?.cityId ?? null
  const fee =
    from === null
      ? null
      : await carrierFee(db, given.logisticsProviderId, {
          ...{ from, to: given.toCityId, tempZone: null, pieces: boxCount },
          ...{ g: Math.round(chargeWeight * 1000), cm3: Math.round(volume * 1e6) },
        })
  const baseFreight = fee ?? given.baseFreight
  if (baseFreight === null) throw refuse('请输入基本运费：物流商没有这两个城市的运价', 'baseFreight')
  const insuranceFee = insuranceOf(given.declaredValue ?? 0, given.insuranceRate ?? 0)
  const computed = freightOf(baseFreight, given.deliveryFee ?? 0, insuranceFee)
  const freight = given.freight ?? computed
  if (freight !== computed && given.freightReason.trim() === '')
    throw refuse('请输入运费差异原因', 'freightReason')
  return {
    ...given,
    ...{ consignee: first.customer, consigneePhone: first.phone, consigneeAddress: first.address },
    ...{ weight, volume, boxCount, chargeWeight, baseFreight, insuranceFee, freight },
  }
}

/** Locks deliveries before their note. Doors §5. */
async function lockConsign(
  tx: Tx,
  id: number,
  more: readonly number[] = [],
): Promise<{ note: Note; own: Delivery[] }> {
  const known = await tx
    .selectFrom('consignmentNote')
    .select('consignSn')
    .where('id', '=', id)
    .executeTakeFirst()
  const own = known === undefined ? [] : await carriedBy(tx, known.consignSn)
  await lockNotes(tx, [...new Set([...own.map((one) => one.id), ...more])])
  const note = await lockRow(tx, consignmentNote, id)
  return { note, own: await carriedBy(tx, note.consignSn) }
}

/** The front sheet of a note, and the papers of its deliveries. Warehouse §5.6. */
const coverNote = (tx: Tx, note: Note): Promise<void> =>
  keepCover(tx, {
    ...{ carrySn: note.consignSn, kind: COVER.consign, sourceId: note.id, warehouseId: note.warehouseId },
    ...{ routeId: null, truckCarId: null, driverId: null },
    bizDate: formatDate(toSeconds(note.planPickTime ?? note.createTime)),
  })

const idsOf = (own: readonly Delivery[]): number[] => own.map((one) => one.id)

const served = [
  change(calls.save, async (tx, _who, { deliveryIds, ...given }) => {
    const own = await lockNotes(tx, deliveryIds)
    const values = await counted(tx, given, own)
    const consignSn = await nextNumber(tx, 'TY')
    const row = await insertRow(tx, consignmentNote, { ...values, consignSn })
    await assignDelivery(tx, deliveryIds, { sn: consignSn })
    await coverNote(tx, row)
    return { id: row.id }
  }),
  change(calls.update, async (tx, _who, { id, deliveryIds, ...given }) => {
    const { note, own } = await lockConsign(tx, id, deliveryIds)
    guardState(consignTable, 'edit', note.status)
    const wanted = deliveryIds.length === 0 ? idsOf(own) : deliveryIds
    const gone = idsOf(own).filter((one) => !wanted.includes(one))
    const added = wanted.filter((one) => !idsOf(own).includes(one))
    if (gone.length > 0) await unassignDelivery(tx, gone)
    if (added.length > 0) await assignDelivery(tx, added, { sn: note.consignSn })
    const values = await counted(tx, given, await carriedBy(tx, note.consignSn))
    await coverNote(tx, await updateRow(tx, consignmentNote, note, values))
  }),
  read(calls.deliveries, async (db, who, { id, page, limit }) => {
    const note = await readRow(db, who, consignmentNote, id)
    return carriedPage(db, who, note.consignSn, { page, limit })
  }),
  read(calls.waiting, async (db, who, { warehouseId, page, limit, keywords }) =>
    waitingPage(db, who, warehouseId, { page, limit, keywords }),
  ),
  change(calls.dispatch, async (tx, _who, { id }) => {
    const { note, own } = await lockConsign(tx, id)
    guardState(consignTable, 'dispatch', note.status)
    if (note.waybillNo === '') throw refuse('请先填写运单号', 'waybillNo')
    // Whoever hands goods over counts their boxes.
    for (const one of own) await loadDelivery(tx, one.id, null)
    await issueDeliveries(tx, idsOf(own), { plateNo: note.waybillNo, driverName: '' })
    await updateRow(
      tx,
      consignmentNote,
      note,
      { status: CONSIGN.onWay, dispatchTime: new Date() },
      { anyField: true },
    )
    await sendSheets(tx, note.consignSn)
  }),
  change(calls.track, async (tx, _who, { id, tracks }) => {
    const note = await lockRow(tx, consignmentNote, id)
    guardState(consignTable, 'track', note.status)
    const all = [...note.tracks, ...tracks].toSorted(
      (a, b) => new Date(a.time).getTime() - new Date(b.time).getTime(),
    )
    await updateRow(tx, consignmentNote, note, { tracks: all }, { anyField: true })
  }),
  change(calls.sign, async (tx, _who, { id, signer }) => {
    const { note, own } = await lockConsign(tx, id)
    guardState(consignTable, 'sign', note.status)
    for (const one of own.filter(({ status }) => status === 3))
      await signDelivery(tx, one.id, { signer, lines: [] })
    await updateRow(
      tx,
      consignmentNote,
      note,
      { status: CONSIGN.signed, actualArriveTime: new Date() },
      { anyField: true },
    )
  }),
  change(calls.exception, async (tx, _who, { id, reason }) => {
    const note = await lockRow(tx, consignmentNote, id)
    guardState(consignTable, 'exception', note.status)
    const tracks = [...note.tracks, { time: new Date(), place: '', text: `异常：${reason}` }]
    await updateRow(tx, consignmentNote, note, { status: CONSIGN.trouble, tracks }, { anyField: true })
  }),
  change(calls.cancel, async (tx, _who, { id }) => {
    const { note, own } = await lockConsign(tx, id)
    guardState(consignTable, 'cancel', note.status)
    if (own.length > 0) await unassignDelivery(tx, idsOf(own))
    await updateRow(tx, consignmentNote, note, { status: CONSIGN.cancelled }, { anyField: true })
    await dropCover(tx, note.consignSn)
  }),
  servedCounts(calls.counts, consignmentNote, 'status', tabsOf(CONSIGN_STATES)),
]

const { info, list, exportRows } = calls
const handlers = standardHandlers(consignmentNote, { list, info, exportRows }, { joined: true })
export const consignServed = { ...handlers, served: [...handlers.served, ...served] }

const uses = (of: string, column: string) =>
  declareUse(of, usesBy(consignmentNote.name, column, consignmentNote.label, { past: true }))
/** What consignment notes name stays while they are there. Doors §3 declareUse. */
export const consignUses = [
  uses('warehouse', 'warehouseId'),
  uses('logisticsProvider', 'logisticsProviderId'),
  uses('city', 'toCityId'),
]
