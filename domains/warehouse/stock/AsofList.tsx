import { date } from '#kit/fields/shared.ts'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { PRODUCT_FILTERS, SEARCHED } from './filters.tsx'
import { stockCalls as calls } from './stock.calls.ts'
import { stockAsof } from './stock.entity.ts'

const CALLS = { list: calls.asof }
const SUBJECT = { name: 'storeName', code: 'productCode' }
const SHOW = ['storeName', 'suk', 'warehouseId', 'onHand', 'inTransit', 'amount']
const FILTERS = [fieldFilter('date', date('日期')), ...PRODUCT_FILTERS]

/** 历史时点库存: what there was at the end of a past day, yesterday unless chosen. Warehouse §4.4. */
export function AsofList() {
  return (
    <ListPage
      of={stockAsof}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      filters={FILTERS}
      searched={SEARCHED}
      dated=""
      empty="当天没有库存。选择日期查看当天结束时的库存"
    />
  )
}
