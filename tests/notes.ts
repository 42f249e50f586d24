// Delivery notes as orders would bring them, for tests of what the warehouse does with them.
import { sql } from 'kysely'
import { createShipTask } from '#domains/warehouse/ship/tasks.server.ts'
import { declareNote, type NoteFacts } from '#domains/warehouse/stock/declare.server.ts'
import { reserve } from '#domains/warehouse/stock/reserve.server.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { registerNow } from './registering.ts'
import { newSource } from './stock.ts'

type Told = { name: string; noteId: number; lines: readonly object[] }

/** Notes that tests make, and what the warehouse told of them. */
export class TestNotes {
  readonly facts = new Map<number, NoteFacts>()
  readonly told: Told[] = []
  readonly db: Db
  private made = Date.now() % 1_000_000

  constructor(db: Db) {
    this.db = db
    const say =
      (name: string) =>
      async (_tx: Tx, noteId: number, lines: readonly object[] | object = []) => {
        this.told.push({ name, noteId, lines: Array.isArray(lines) ? lines : [lines] })
      }
    registerNow(
      db,
      declareNote({
        async lock(tx: Tx, ids) {
          for (const id of ids.toSorted((a, b) => a - b))
            await sql`select pg_advisory_xact_lock(771, ${id}::int)`.execute(tx)
        },
        facts: async (_db, ids) => ids.flatMap((id) => this.facts.get(id) ?? []),
        reserveLost: async (_tx, lost) => {
          this.told.push({ name: 'reserveLost', noteId: 0, lines: lost })
        },
        ...{ picked: say('picked'), taskShort: say('taskShort'), shipped: say('shipped') },
        ...{ signed: say('signed'), carrier: say('carrier') },
      }),
    )
  }

  /** What was told under a name since the start. */
  heard(name: string): Told[] {
    return this.told.filter((one) => one.name === name)
  }

  /** An approved note over goods, reserved for it, with its ship task. Quantities in pieces. */
  async open(
    warehouseId: number,
    lines: readonly { skuId: number; qty: number }[],
    {
      shippingType = 3,
      shoudaId = null,
      rank = 5,
      collectAmount = 0,
    }: { shippingType?: number; shoudaId?: number | null; rank?: number; collectAmount?: number } = {},
  ): Promise<{ noteId: number; taskId: number; source: ReturnType<typeof newSource> }> {
    const source = newSource('order')
    await asSystem(this.db, (tx) =>
      reserve(
        tx,
        source,
        lines.map(({ skuId, qty }, at) => ({ lineId: at + 1, warehouseId, skuId, q: qty * 1000 })),
      ),
    )
    const noteId = ++this.made
    this.facts.set(noteId, {
      ...{ noteId, noteSn: `FH${noteId}`, orderSn: `DD${noteId}`, orderSubSn: `ZD${noteId}` },
      ...{ warehouseId, channelId: 1201, shippingType, rank, shoudaId, goodsAmount: 8000, collectAmount },
      shipTo: {
        ...{ shipToId: null, name: '望江门店', contact: '张三', phone: '13800000000' },
        ...{ address: '杭州市上城区望江路 1 号', cityId: null, timeWindow: '08:00-12:00' },
      },
      lines: lines.map(({ skuId, qty }, at) => ({
        ...{ lineId: noteId * 10 + at, skuId, q: qty * 1000 },
        reserved: { type: source.type, sn: source.sn, lineId: at + 1 },
      })),
    })
    const taskId = await asSystem(this.db, (tx) => createShipTask(tx, noteId))
    return { noteId, taskId, source }
  }
}
