import type { Db, Tx } from '#kit/server/database.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'

/** The side of delivery notes that orders bring. Doors §3 declareNote. */
export interface NoteDoor {
  /** order → sub-order → line → note, ascending */
  lock(tx: Tx, noteIds: readonly number[]): Promise<void>
  facts(db: Db, noteIds: readonly number[]): Promise<readonly NoteFacts[]>
  picked(tx: Tx, noteId: number): Promise<void>
  taskShort(tx: Tx, noteId: number, lines: readonly { lineId: number; q: number }[]): Promise<void>
  /** reservations that had to be cut, by their source */
  reserveLost(tx: Tx, lost: readonly { type: string; sn: string; lineId: number; q: number }[]): Promise<void>
  shipped(tx: Tx, noteId: number, lines: readonly { lineId: number; q: number }[]): Promise<void>
  signed(
    tx: Tx,
    noteId: number,
    lines: readonly { lineId: number; q: number; rejected: number }[],
  ): Promise<void>
  carrier(tx: Tx, noteId: number, carrier: { plateNo: string; driverName: string }): Promise<void>
}

export interface NoteFacts {
  noteId: number
  noteSn: string
  orderSn: string
  orderSubSn: string
  warehouseId: number
  channelId: number
  shippingType: number
  /** the sold-to party, whose wishes for shelf life hold; consumers have none */
  shoudaId: number | null
  shipTo: {
    shipToId: number | null
    name: string
    contact: string
    phone: string
    address: string
    cityId: number | null
    timeWindow: string
  }
  /** cents: what the goods are worth to the customer, and what the driver collects */
  goodsAmount: number
  collectAmount: number
  rank: number
  /** the day it is wanted to leave, where that is later than the warehouse would plan it */
  planDate?: string
  /** the reservation of each line, what it asks for, and what of goodsAmount is for it where the note knows that of all its lines */
  lines: readonly {
    lineId: number
    skuId: number
    q: number
    amount?: number
    reserved: { type: string; sn: string; lineId: number }
  }[]
}

/** The purchase side of stock-in, stock-out type 2 and appointments. Doors §3 declareInbound. */
export interface InboundDoor {
  lock(tx: Tx, purchaseSns: readonly string[]): Promise<void>
  openLines(db: Db, purchaseSn: string): Promise<readonly InboundLine[]>
  /** above what is open and may come in excess: 422 收货数量超出订单数量; a reversal comes with quantities below zero */
  received(
    tx: Tx,
    source: { stockinId: number; stockinSn: string },
    lines: readonly {
      purchaseSn: string
      purchaseLineId: number
      lineId: number
      q: number
      overReceive: number
    }[],
  ): Promise<void>
  returned(
    tx: Tx,
    source: { stockoutId: number; stockoutSn: string },
    lines: readonly { purchaseSn: string; purchaseLineId: number; lineId: number; q: number }[],
  ): Promise<void>
  /** thousandths still to come, by sku; those without any may be left out */
  onOrder(db: Db, skuIds: readonly number[], warehouseIds: readonly number[]): Promise<readonly OnOrder[]>
}

export interface InboundLine {
  purchaseLineId: number
  supplierId: number
  skuId: number
  /** thousandths still open; below zero once more came than was ordered */
  q: number
  /** thousandths ordered, of which a share may come in excess; what is open unless given */
  ordered?: number
  /** cents a unit, without tax */
  price: number
}

export interface OnOrder {
  skuId: number
  warehouseId: number
  q: number
}

/** The after-sale side of 换入单 type 1. Doors §3 declareExchange. */
export interface ExchangeDoor {
  lock(tx: Tx, refundSn: string): Promise<void>
  received(tx: Tx, refundSn: string, lines: readonly { refundLineId: number; q: number }[]): Promise<void>
}

const notes = singlePoint<NoteDoor>('Note')
const inbound = singlePoint<InboundDoor>('Inbound')
const exchange = singlePoint<ExchangeDoor>('Exchange')

export const declareNote = (door: NoteDoor): Registration => notes.as(door)
export const declareInbound = (door: InboundDoor): Registration => inbound.as(door)
export const declareExchange = (door: ExchangeDoor): Registration => exchange.as(door)

/** What SAP wants delivered without an order of ours: its ship task has no note, and bears the negative id of what SAP told. */
export const SAP_ORDER = 'sapDeliveryOrder'
export const ofSap = (noteId: number): boolean => noteId < 0

/** As whom the goods issue of a note, or of what SAP told, is posted. */
export const shipSource = (noteId: number, sn: string) =>
  ofSap(noteId) ? { type: SAP_ORDER, id: -noteId, sn } : { type: 'deliveryNote', id: noteId, sn }

/** Undefined while no room above brings it. It hears of its own notes only. */
export function noteDoor(db: Db): NoteDoor | undefined {
  const door = notes.of(db)
  if (door === undefined) return undefined
  const own = (ids: readonly number[]): number[] => ids.filter((id) => !ofSap(id))
  const told =
    <A extends readonly unknown[]>(tell: (tx: Tx, noteId: number, ...more: A) => Promise<void>) =>
    async (tx: Tx, noteId: number, ...more: A): Promise<void> => {
      if (!ofSap(noteId)) await tell(tx, noteId, ...more)
    }
  return {
    lock: (tx, ids) => door.lock(tx, own(ids)),
    facts: (of, ids) => door.facts(of, own(ids)),
    async reserveLost(tx, lost) {
      const theirs = lost.filter(({ type }) => type !== SAP_ORDER)
      if (theirs.length > 0) await door.reserveLost(tx, theirs)
    },
    picked: told((tx, noteId) => door.picked(tx, noteId)),
    taskShort: told<[readonly { lineId: number; q: number }[]]>((tx, noteId, lines) =>
      door.taskShort(tx, noteId, lines),
    ),
    shipped: told<[readonly { lineId: number; q: number }[]]>((tx, noteId, lines) =>
      door.shipped(tx, noteId, lines),
    ),
    signed: told<[readonly { lineId: number; q: number; rejected: number }[]]>((tx, noteId, lines) =>
      door.signed(tx, noteId, lines),
    ),
    carrier: told<[{ plateNo: string; driverName: string }]>((tx, noteId, carrier) =>
      door.carrier(tx, noteId, carrier),
    ),
  }
}
export const inboundDoor = (db: Db): InboundDoor | undefined => inbound.of(db)
export const exchangeDoor = (db: Db): ExchangeDoor | undefined => exchange.of(db)
