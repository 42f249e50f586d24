/** Figures of stock that a movement changes. Warehouse §2.1. */
export const FIGURES = [
  'onHand',
  'reserved',
  'allocated',
  'frozen',
  'held',
  'inTransit',
  'vAlloc',
  'vReserved',
] as const
export type Figure = (typeof FIGURES)[number]

/** By how much each figure changes, in thousandths; what is left out stays. */
export type Deltas = { readonly [F in Figure]?: number }

interface MoveFacts {
  value: number
  label: string
  /** signs per unit moved; what depends on where the goods stand or who holds them follows from the line (moved.rules.ts) */
  signs: Deltas
  /** appears in 出入库日志 */
  physical: boolean
  /** movement type in SAP; none: SAP does not hear of it */
  sap: string
}

const type = <const V extends number>(
  value: V,
  label: string,
  signs: Deltas,
  physical = false,
  sap = '',
): MoveFacts & { value: V } => ({ value, label, signs, physical, sap })

/**
 * Movement types: what each does to the figures per unit, and what SAP calls it. Signs that depend on the line are added when
 * it is posted: held in an unsellable section, allocated with a reservation that is bound to a lot, vAlloc and vReserved of an
 * exclusive account, frozen in place of reserved. Warehouse §2.2.
 */
export const MOVE_TYPES = [
  type(101, '采购入库', { onHand: 1 }, true, '101'),
  type(102, '采购退货出库', { onHand: -1, reserved: -1 }, true, '122'),
  type(111, '销售出库', { onHand: -1, reserved: -1 }, true, '601'),
  type(112, '销售退货入库', { onHand: 1 }, true, '651'),
  type(121, '调拨出库', { onHand: -1, reserved: -1 }, true, '303'),
  type(122, '调拨入库', { inTransit: -1, onHand: 1 }, true, '305'),
  type(123, '调拨差异损失', { inTransit: -1 }, true, '551'),
  type(124, '调拨退回', { onHand: 1 }, true, '304'),
  type(131, '移库', {}, false, '311'),
  type(132, '良转次', {}, false, '344'),
  type(133, '次转良', {}, false, '343'),
  type(141, '冻结', { frozen: 1 }, false, '344'),
  type(142, '解冻', { frozen: -1 }, false, '343'),
  type(151, '盘盈', { onHand: 1 }, true, '701'),
  type(152, '盘亏', { onHand: -1 }, true, '702'),
  type(161, '其他入库', { onHand: 1 }, true, '501'),
  type(162, '领用出库', { onHand: -1, reserved: -1 }, true, '201'),
  type(163, '报废出库', { onHand: -1, reserved: -1 }, true, '551'),
  type(164, '其他出库', { onHand: -1, reserved: -1 }, true, '291'),
  type(165, '差异调整入', { onHand: 1 }, true, '653'),
  type(166, '差异调整出', { onHand: -1 }, true, '551'),
  type(167, '自填库存调整', { onHand: 1 }),
  type(171, '换入入库', { onHand: 1 }, true, '653'),
  type(172, '换出出库', { onHand: -1, reserved: -1 }, true, '601'),
  type(181, '期初入库', { onHand: 1 }, true, '561'),
  type(191, '占用', { reserved: 1 }),
  type(192, '释放', { reserved: -1 }),
  type(193, '分配批次', { allocated: 1 }),
  type(194, '取消分配', { allocated: -1 }),
  type(195, '账户分配', { vAlloc: 1 }),
  type(196, '账户收回', { vAlloc: -1 }),
] as const
export type MoveType = (typeof MOVE_TYPES)[number]['value']

/** A reversal carries the code of what it turns round plus this. */
export const REVERSAL = 500

const BY_CODE: ReadonlyMap<number, MoveFacts> = new Map(MOVE_TYPES.map((one) => [one.value, one]))

/** Facts of a movement type or of its reversal, whose signs are turned round; undefined for what is none. */
export function moveFacts(code: number): MoveFacts | undefined {
  const found = BY_CODE.get(code)
  if (found !== undefined) return found
  const original = BY_CODE.get(code - REVERSAL)
  if (original === undefined) return undefined
  const signs = Object.fromEntries(Object.entries(original.signs).map(([name, sign]) => [name, -sign]))
  return { ...original, value: code, label: `冲销${original.label}`, signs }
}

/** All types with their reversals, as lists filter and show them. */
export const MOVE_CHOICES: readonly { value: number; label: string }[] = [
  ...MOVE_TYPES.map(({ value, label }) => ({ value, label })),
  ...MOVE_TYPES.map(({ value, label }) => ({ value: value + REVERSAL, label: `冲销${label}` })),
]

/** Reservations of customers and documents ship by these. */
export type ShipType = 102 | 111 | 121 | 162 | 163 | 164 | 172
/** Receipts from outside the ledger; 122 takes what is in transit. */
export type ReceiptType = 101 | 112 | 122 | 151 | 161 | 165 | 171 | 181
