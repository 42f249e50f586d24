import { NONE } from '#kit/web/fieldUi.ts'
import type { Figures } from '#kit/web/info/RecordHead.tsx'
import { mayCall } from '#kit/web/session.ts'
import { priceCalendarCall } from '../price/price.calls.ts'
import { storeCalls } from './product.calls.ts'
import { ON_SALE } from './shelf.states.ts'

interface Figured {
  readonly productCode: string
  readonly stock: number
  readonly sales: number
  readonly attrValue: readonly {
    readonly id: number
    readonly isShow: number | null
    readonly price: string
  }[]
  readonly channelStates: readonly { readonly platformStatus: number }[]
}

/** The figures at the head of a product: prices from the lowest to the highest on sale, stock, sold, on how many shelves. Screens §3. */
export function productFigures(row: Figured): Figures {
  const { productCode, stock, sales, attrValue, channelStates } = row
  const onSale = attrValue
    .filter(({ isShow }) => isShow === 1)
    .sort((a, b) => Number(a.price) - Number(b.price))
  const [cheapest] = onSale
  const least = cheapest?.price ?? NONE
  const most = onSale.at(-1)?.price ?? least
  const on = channelStates.filter(({ platformStatus }) => platformStatus === ON_SALE).length
  return [
    {
      label: '售价',
      value: least === most ? least : `${least} – ${most}`,
      ...(cheapest !== undefined &&
        mayCall(priceCalendarCall) && { to: `/productBasePrice/calendar?skuId=${cheapest.id}` }),
    },
    { label: '库存', value: stock },
    { label: '销量', value: sales },
    {
      label: '在架渠道',
      value: `${on} / ${channelStates.length}`,
      hint: '已上架的渠道 / 销售渠道',
      ...(mayCall(storeCalls.putOnSkus) && {
        to: `/store/upanddownshelves?keywords=${encodeURIComponent(productCode)}`,
      }),
    },
  ]
}
