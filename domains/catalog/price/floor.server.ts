import type { Db } from '#kit/server/database.ts'
import { may, type Who } from '#kit/server/who.ts'
import { type FieldError, refuseFields } from '#kit/shared/errors.ts'
import { formatMoney } from '#kit/shared/money.ts'
import { getBase } from './getPrice.server.ts'
import { BELOW_FLOOR } from './price.rules.ts'

/** A price that was entered, and the field it stands at. */
export interface EnteredPrice {
  skuId: number
  price: number
  field: string
}

/** The entered prices that lie below the floor of their sku now. Catalog §4.1. */
export async function belowFloor(db: Db, prices: readonly EnteredPrice[]): Promise<FieldError[]> {
  const base = await getBase(
    db,
    prices.map((one) => one.skuId),
  )
  return prices.flatMap(({ skuId, price, field }) => {
    const floor = base.get(skuId)?.floorPrice ?? null
    return floor !== null && price < floor
      ? [{ field, message: `售价不能低于最低限价 ${formatMoney(floor)} 元` }]
      : []
  })
}

/**
 * Every entry of prices goes through this: 422 售价不能低于最低限价 {x} 元 at the field, unless the person may set
 * prices below the floor. Answers whether one lies below it. Catalog §4.1.
 */
export async function guardFloor(db: Db, who: Who, prices: readonly EnteredPrice[]): Promise<boolean> {
  const errors = await belowFloor(db, prices)
  if (errors.length > 0 && !may(who, BELOW_FLOOR)) throw refuseFields(errors)
  return errors.length > 0
}
