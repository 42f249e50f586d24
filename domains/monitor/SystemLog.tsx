import { Drawer, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { text } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { LONG_PAGE_SIZES } from '#kit/shared/pager.ts'
import { act } from '#kit/web/actions.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { Details } from '#kit/web/info/Details.tsx'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { mayCall } from '#kit/web/session.ts'
import { logCalls } from './log.calls.ts'
import { errorLog, errorRow, loginLog, operLog } from './log.entity.ts'
import { openOperation } from './OperDrawer.tsx'

type OperRow = OutWireOf<typeof logCalls.operList>['list'][number]
type ErrorRow = OutWireOf<typeof logCalls.errorList>['list'][number]

const { exportLog: exportRows } = logCalls
const OPER_CALLS = { list: logCalls.operList, exportRows }
const LOGIN_CALLS = { list: logCalls.loginList, exportRows }
const ERROR_CALLS = { list: logCalls.errorList, exportRows }

const OPER_FILTERS = [
  fieldFilter('title', text('模块', { max: 100 })),
  fieldFilter('bizTitle', text('对象', { max: 100 })),
]
const LOGIN_FILTERS = [fieldFilter('account', text('账号', { max: 50 }))]

const OPER_ACTIONS = [act<OperRow>({ label: '详情', run: (row) => void openOperation(row.id) })]
const ERROR_ACTIONS = [act<ErrorRow>({ label: '详情', run: (row) => void openError(row) })]
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
    list: (
      <ListPage
        of={operLog}
        calls={OPER_CALLS}
        filters={OPER_FILTERS}
        fixed={{ kind: 'oper' }}
        dated="时间"
        actions={OPER_ACTIONS}
        sizes={LONG_PAGE_SIZES}
      />
    ),
  },
  {
    key: 'login',
    label: '登录日志',
    call: logCalls.loginList,
    list: (
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
    list: (
      <ListPage
        of={errorLog}
        calls={ERROR_CALLS}
        fixed={{ kind: 'error' }}
        dated="最近"
        actions={ERROR_ACTIONS}
        sizes={LONG_PAGE_SIZES}
      />
    ),
  },
]

/** 系统日志. Platform §13.3. */
export default function SystemLog() {
  const [params, setParams] = useSearchParams()
  const tabs = TABS.filter((tab) => mayCall(tab.call))
  const active = tabs.find((tab) => tab.key === params.get('tab')) ?? tabs[0]
  return (
    <>
      <Tabs
        activeKey={active?.key ?? ''}
        items={tabs.map(({ key, label }) => ({ key, label }))}
        // Filters and page of one log mean nothing to the other.
        onChange={(tab) => setParams({ tab }, { replace: true })}
      />
      <div key={active?.key}>{active?.list}</div>
    </>
  )
}
