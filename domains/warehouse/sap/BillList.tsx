import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { BILL_ACTS, BILL_READS, fixedBill, MATCH_ALL } from './billActs.tsx'
import { billCalls as calls } from './sapBill.calls.ts'
import { BILL_STATES, sapBill } from './sapBill.entity.ts'

type Row = RowSeen<typeof calls.list, typeof BILL_READS>
const SHOW = [
  ...['sapBillNo', 'sapYear', 'moveType', 'postingDate', 'sapPlant', 'sapStorageLocation', 'referenceNo'],
  ...['totalQty', 'status'],
]
const COLUMNS = { moveType: { title: '移动类型', width: 90 } }
const TABS = { name: 'status', items: BILL_STATES, counts: calls.counts }
const AT = '/wts/sapBill'
const PAGES = {
  create: `${AT}/add`,
  edit: ({ id }: { id: number }) => `${AT}/add/${id}`,
  see: ({ id }: { id: number }) => `${AT}/info/${id}`,
}

/** SAP单据: what SAP booked, and what of ours it is. Warehouse §5.1. */
export default function BillList() {
  return (
    <ListPage
      of={sapBill}
      calls={calls}
      reads={BILL_READS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      pages={PAGES}
      actions={BILL_ACTS}
      batch={[MATCH_ALL]}
      importing
      noEdit={(row: Row) => fixedBill(row, 'edit')}
      noDelete={(row: Row) => fixedBill(row, 'remove')}
      dated="过账日期"
      empty="还没有SAP单据。SAP由接口推送，也可以导入或手工录入"
    />
  )
}
