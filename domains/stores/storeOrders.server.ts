import type { Db } from '#kit/server/database.ts'
import { dateRange, pageOf } from '#kit/server/list.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'
import { readRow } from '#kit/server/rows.ts'
import { read } from '#kit/server/serve.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf } from '#kit/shared/call.ts'
import { store } from './store.entity.ts'
import { type StoreOrders, storeOrderCall } from './stores.calls.ts'

/** What stores ask of the orders that are picked up in them. */
export interface StoreOrderDoor {
  /** pick-up orders of the stores in scope, with the sums over all pages. Orders §7.1 */
  list(db: Db, who: Who, input: InOf<typeof storeOrderCall>): Promise<StoreOrders>
  /** how many orders of each store wait for their pick-up */
  waiting(db: Db, storeIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /** how many orders each person verified in each store since an instant, by `${storeId}:${adminId}` */
  verified(db: Db, storeIds: readonly number[], since: Date): Promise<ReadonlyMap<string, number>>
}

// Until the room of orders stands there are none.
const none: StoreOrderDoor = {
  list: async (_db, _who, input) => ({
    ...pageOf([], 0, input),
    orderTotalPrice: 0,
    refundTotalPrice: 0,
    refundTotal: 0,
  }),
  waiting: async () => new Map(),
  verified: async () => new Map(),
}

const door = singlePoint<StoreOrderDoor>('Store orders')

/** The room of orders tells which orders are picked up where. Doors §3. */
export const declareStoreOrders = (orders: StoreOrderDoor): Registration => door.as(orders)

export const storeOrders = (db: Db): StoreOrderDoor => door.of(db) ?? none

export const storeOrderServed = read(storeOrderCall, async (db, who, input) => {
  if (input.storeId !== null) await readRow(db, who, store, input.storeId)
  // Refused here, whoever serves the orders.
  dateRange(input.dateLimit)
  return storeOrders(db).list(db, who, input)
})
