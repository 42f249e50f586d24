import type { Cents } from '#kit/shared/money.ts'

/** Quantity in thousandths of the base unit: 1 piece = 1000. Doors §1. */
export type Q = number

/** The document a posting belongs to: its type, its id, the number people know it by. */
export interface StockSource {
  type: string
  id: number
  sn: string
}

/** What every posting says of itself. The same source and action again changes nothing and answers the first result. */
export interface PostingHead {
  source: StockSource
  /** post, ship, receive:1, release:4 …: what of the document it is; an action that may repeat carries a number */
  action: string
  /** business day 'yyyy-MM-dd'; today unless given */
  day?: string
  remark?: string
}

/** A lot as it is known at its receipt: found by its number, made when it is new. Skus without lots leave it out. */
export interface LotGiven {
  lotNo: string
  productionDate?: string | null
  expiryDate?: string | null
  supplierId?: number | null
}

/** A place where goods stand: a row of stockLot, or its section and lot. */
export type Place = { stockLotId: number } | { sectionId: number; lotId: number }

/** A reservation: the line of what asked for it. */
export interface ReserveKey {
  type: string
  sn: string
  lineId: number
}

/** A line of goods that is to be reserved. Documents leave channel, company and activity out: they draw from the public pool. */
export interface ReserveLine {
  lineId: number
  warehouseId: number
  skuId: number
  q: Q
  channelId?: number | null
  companyId?: number | null
  activityId?: number | null
}

/** What was reserved, pool by pool; vacctId 0 is the public pool. */
export interface Reserved {
  lineId: number
  warehouseId: number
  skuId: number
  vacctId: number
  q: Q
}

/** Which lots a reservation is to be bound to. */
export interface AllocateLine {
  lineId: number
  /** of all that is not yet bound, unless given */
  q?: Q
  /** chosen places; FEFO or FIFO (§2.6) where left out */
  picks?: readonly { place: Place; q: Q }[]
  /** the customer takes lots with at least so many days left */
  minDays?: number
}

/** A part of a reservation in one lot and section. */
export interface Allocated {
  lineId: number
  warehouseId: number
  skuId: number
  stockLotId: number
  sectionId: number
  lotId: number
  lotNo: string
  q: Q
}

/** Goods that leave. */
export interface ShipLine {
  /** line of the document that ships */
  lineId: number
  q: Q
  /** its reservation, when it is not that of the same source and line */
  reserved?: ReserveKey
  /** of which lots; those allocated, then FEFO, where left out */
  lots?: readonly { place: Place; q: Q }[]
  /** takes what a freeze document holds in place of a reservation: warehouse and sku, and the place in `lots` */
  frozen?: { warehouseId: number; skuId: number; freezeLineId: number }
  /** takes what stands in an unsellable section, which nobody can reserve: the place in `lots` */
  held?: { warehouseId: number; skuId: number }
}

/** What left, lot by lot, with what it was worth. */
export interface Shipped {
  lineId: number
  warehouseId: number
  skuId: number
  stockLotId: number
  sectionId: number
  lotId: number
  lotNo: string
  q: Q
  /** cents */
  amount: Cents
}

/** Goods that come in. */
export interface ReceiptLine {
  lineId: number
  warehouseId: number
  skuId: number
  q: Q
  /** 0 only in a virtual warehouse */
  sectionId: number
  lot?: LotGiven
  /** the lot itself, where it is known */
  lotId?: number
  /** cents a unit; the moving average unless price or amount is given. Goods in transit bring their own value. */
  price?: Cents
  amount?: Cents
}

/** Goods that change their place, or what stands at one place. */
export interface PlaceLine {
  lineId: number
  warehouseId: number
  skuId: number
  q: Q
  from: Place
}

/** What a posting did. */
export interface Posted {
  postingId: number
  postingSn: string
  /** it had been done before: nothing was changed now */
  repeated: boolean
}
