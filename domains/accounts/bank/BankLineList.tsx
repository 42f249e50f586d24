import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { bankLineCalls as calls } from './bankLine.calls.ts'
import { bankLine, MATCH_STATES, OPEN_STATES } from './bankLine.entity.ts'
import { LINE_ACTS, LINE_BATCH, LINE_READS } from './bankLineActs.tsx'
import { BANK_LINES } from './importing.ts'

const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  'bankSerialNo',
  'vacctNo',
  'direction',
  'amount',
  'tradeTime',
  'peerName',
  'purpose',
  'matchStatus',
]
const COLUMNS = {
  vacctNo: { width: 140 },
  peerName: { width: 110 },
  purpose: { width: 110 },
}
const TABS = {
  name: 'matchStatus',
  items: [{ value: OPEN_STATES.join(), label: '待处理' }, ...MATCH_STATES],
  counts: calls.counts,
}
const FILTERS = [
  fieldFilter('vacctNo', bankLine.shape.vacctNo),
  fieldFilter('direction', bankLine.shape.direction),
  fieldFilter('source', bankLine.shape.source),
]
const PAGES = { see: ({ id }: { id: number }) => `/user/bankLine/info/${id}` }

/** 银行流水: what the bank says, and what somebody has still to decide about it. Orders §6.10. */
export default function BankLineList() {
  return (
    <ListPage
      reads={LINE_READS}
      of={bankLine}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      filters={FILTERS}
      dated="交易时间"
      pages={PAGES}
      actions={LINE_ACTS}
      batch={LINE_BATCH}
      importing={BANK_LINES}
      empty="还没有银行流水。可以导入银行的流水表，也可以由银行接口推送"
    />
  )
}
