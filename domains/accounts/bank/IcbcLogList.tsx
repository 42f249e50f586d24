import { CheckCircleOutlined, UploadOutlined } from '@ant-design/icons'
import { act } from '#kit/web/actions.tsx'
import { dateFilter } from '#kit/web/list/DateLimit.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { openImport } from '#kit/web/list/openImport.tsx'
import { icbcLogCalls as calls } from './icbcLog.calls.ts'
import { icbcLog, LOG_STATES } from './icbcLog.entity.ts'
import { BANK_LINES } from './importing.ts'
import { openRun } from './openRun.tsx'

const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  'vacctName',
  'bizDate',
  'bankIn',
  'ourIn',
  'bankOut',
  'ourOut',
  'diffAmount',
  'diffCount',
  'status',
]
const SUBJECT = { name: 'vacctName', code: 'vacctNo' }
const COLUMNS = { bankClosing: { hidden: true }, ourClosing: { hidden: true } }
const TABS = { name: 'status', items: LOG_STATES, counts: calls.counts }
const FILTERS = [dateFilter('bizLimit', '对账日期')]
const PAGES = { see: ({ id }: { id: number }) => `/IcbcVacctLog/info/${id}` }
const TOP = [
  act({
    label: '立即对账',
    icon: <CheckCircleOutlined />,
    primary: true,
    permission: calls.run,
    run: () => void openRun(),
  }),
  act({
    label: '导入银行流水',
    icon: <UploadOutlined />,
    permission: BANK_LINES.permission,
    run: () => void openImport(BANK_LINES),
  }),
]

/** 工行虚拟账户对账日志: where bank and accounts differ, by account and day. Orders §6.10. */
export default function IcbcLogList() {
  return (
    <ListPage
      of={icbcLog}
      calls={CALLS}
      show={SHOW}
      subject={SUBJECT}
      columns={COLUMNS}
      tabs={TABS}
      filters={FILTERS}
      searched="户名"
      dated=""
      pages={PAGES}
      top={TOP}
      empty="还没有对账记录。每天6点自动核对前一天，也可以导入银行流水后立即对账"
    />
  )
}
