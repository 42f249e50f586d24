import { useSearchParams } from 'react-router'
import { text } from '#kit/fields/shared.ts'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { SEARCHED } from './filters.tsx'
import { stockCalls as calls } from './stock.calls.ts'
import { stockReserve } from './stock.entity.ts'

const CALLS = { list: calls.reserveList }
const SUBJECT = { name: 'storeName', code: 'productCode' }
const SHOW = [
  'storeName',
  'suk',
  'warehouseId',
  'sourceSn',
  'open',
  'allocated',
  'status',
  'createTime',
  'expireTime',
]
const COLUMNS = { createTime: { title: '占用时间' } }
const FILTERS = [fieldFilter('sourceSn', text('来源单号', { max: 40 }))]
const NONE = {}

/** 占用明细: which documents hold reserved stock, since when and until when. Warehouse §4.4. */
export function ReserveList() {
  const [address] = useSearchParams()
  const skuId = address.get('skuId')
  return (
    <ListPage
      of={stockReserve}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      fixed={skuId === null ? NONE : { skuId }}
      searched={SEARCHED}
      dated="占用时间"
      empty="没有占用。订单、出库单和调拨单提交后占用的库存在此列出"
    />
  )
}
