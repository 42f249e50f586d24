import { useParams } from 'react-router'
import { text } from '#kit/fields/shared.ts'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { SEARCHED } from '../stock/filters.tsx'
import { vacctCalls as calls } from './vacct.calls.ts'
import { stockVacctRecord } from './vacct.entity.ts'

const CALLS = { list: calls.recordList }
const SUBJECT = { name: 'storeName', code: 'productCode' }
const SHOW = [
  'storeName',
  'createTime',
  'vacctId',
  'type',
  'qty',
  'qtyAfter',
  'reservedAfter',
  'sourceSn',
  'operatorId',
]
const COLUMNS = { createTime: { title: '时间' } }
const FILTERS = [fieldFilter('sourceSn', text('来源单号', { max: 40 }))]
const NONE = {}

/** 账户流水: every change of what accounts have; of one account by its path. Warehouse §4.10. */
export default function VacctRecord() {
  const { id } = useParams()
  return (
    <ListPage
      of={stockVacctRecord}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      fixed={id === undefined ? NONE : { vacctId: id }}
      searched={SEARCHED}
      dated="时间"
      empty="还没有账户流水。给账户分配库存后，每次变动在此逐笔列出"
    />
  )
}
