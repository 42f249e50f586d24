import { SafetyCertificateOutlined } from '@ant-design/icons'
import { Drawer } from 'antd'
import { text } from '#kit/fields/shared.ts'
import { LONG_PAGE_SIZES } from '#kit/shared/pager.ts'
import { namesOf } from '#kit/shared/record.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { Details } from '#kit/web/info/Details.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { PageTabs } from '#kit/web/PageTabs.tsx'
import { request } from '#kit/web/request.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { toastInfo, toastLoading, toastNotice, toastStanding } from '#kit/web/toast.ts'
import { logCalls, outCallFilters } from './log.calls.ts'
import { errorLog, errorRow, loginLog, operLog, outCallLog } from './log.entity.ts'
import { openOperation } from './OperDrawer.tsx'

const OUT_READS = ['status'] as const
const ERROR_READS = namesOf(errorRow)
type OperRow = RowSeen<typeof logCalls.operList>
type OutRow = RowSeen<typeof logCalls.outCallList, typeof OUT_READS>
type ErrorRow = RowSeen<typeof logCalls.errorList, typeof ERROR_READS>

const { exportLog: exportRows } = logCalls
const OPER_CALLS = { list: logCalls.operList, exportRows }
const LOGIN_CALLS = { list: logCalls.loginList, exportRows }
const ERROR_CALLS = { list: logCalls.errorList, exportRows }

const OUT_CALLS = { list: logCalls.outCallList, exportRows }
const OUT_FILTERS = [fieldFilter('outcome', outCallFilters.outcome)]
const OUT_COLUMNS = {
  status: {
    render: ({ status }: OutRow) =>
      status === 0 ? (
        <StateTag label="无应答" means="wrong" />
      ) : (
        <StateTag label={`${status}`} means={status >= 400 ? 'wrong' : 'done'} />
      ),
  },
}

const OPER_FILTERS = [
  fieldFilter('title', text('模块', { max: 100 })),
  fieldFilter('bizTitle', text('对象', { max: 100 })),
]
const LOGIN_FILTERS = [fieldFilter('account', text('账号', { max: 50 }))]

const OPER_TOP = [
  act({
    label: '校验',
    icon: <SafetyCertificateOutlined />,
    permission: logCalls.verify,
    run: verifySeals,
  }),
]
const OPEN_OPER: Act<OperRow> = act({ label: '查看', run: (row) => void openOperation(row.id) })
const OPEN_ERROR: Act<ErrorRow> = act({ label: '查看', run: (row) => void openError(row) })
const WIDTH = 760

function openError(row: ErrorRow): Promise<null> {
  return openDialog<null>((close) => (
    <Drawer open title="异常详情" size={WIDTH} onClose={() => close(null)}>
      <Details shape={errorRow} row={row} narrow />
    </Drawer>
  ))
}

// Which log is exported stands in the input; the lists do not mind it.
const TABS = [
  {
    key: 'oper',
    label: '操作日志',
    call: logCalls.operList,
    page: (
      <ListPage
        of={operLog}
        calls={OPER_CALLS}
        filters={OPER_FILTERS}
        fixed={{ kind: 'oper' }}
        dated="时间"
        open={OPEN_OPER}
        top={OPER_TOP}
        sizes={LONG_PAGE_SIZES}
      />
    ),
  },
  {
    key: 'login',
    label: '登录日志',
    call: logCalls.loginList,
    page: (
      <ListPage
        of={loginLog}
        calls={LOGIN_CALLS}
        filters={LOGIN_FILTERS}
        fixed={{ kind: 'login' }}
        dated="时间"
        sizes={LONG_PAGE_SIZES}
      />
    ),
  },
  {
    key: 'error',
    label: '异常日志',
    call: logCalls.errorList,
    page: (
      <ListPage
        of={errorLog}
        calls={ERROR_CALLS}
        reads={ERROR_READS}
        fixed={{ kind: 'error' }}
        dated="最近"
        open={OPEN_ERROR}
        sizes={LONG_PAGE_SIZES}
      />
    ),
  },
  {
    key: 'outcall',
    label: '外部调用',
    call: logCalls.outCallList,
    page: (
      <ListPage
        of={outCallLog}
        calls={OUT_CALLS}
        reads={OUT_READS}
        columns={OUT_COLUMNS}
        filters={OUT_FILTERS}
        fixed={{ kind: 'outcall' }}
        dated="时间"
        sizes={LONG_PAGE_SIZES}
      />
    ),
  },
]

/** Reads the seals of the operation log again and says what it found. */
async function verifySeals(): Promise<void> {
  const wait = toastLoading('正在校验，请稍候')
  const found = await request(logCalls.verify, {}).finally(wait)
  if (found.days === 0) toastInfo('还没有封存的日志，每天00:05封存前一天')
  else if (found.bad === null) toastNotice(`${found.from} 至 ${found.to} 共${found.days}天，日志完整`)
  else toastStanding(<FirstBad day={found.bad} reason={found.reason} />)
}

function FirstBad({ day, reason }: { day: string; reason: string }) {
  return (
    <span>
      自 <strong>{day}</strong> 起与封存时不符：{reason}
    </span>
  )
}

/** 系统日志. Platform §13.3. */
export default function SystemLog() {
  return <PageTabs tabs={TABS} />
}
