import { text } from '#kit/fields/shared.ts'
import { LONG_PAGE_SIZES } from '#kit/shared/pager.ts'
import { type Act, callAct } from '#kit/web/actions.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { onlineCalls } from './online.calls.ts'
import { online } from './online.entity.ts'

const READS = ['isCurrent', 'realName', 'sessionNo'] as const
type Row = RowSeen<typeof onlineCalls.list, typeof READS>

const OWN = '不能强退当前会话'
const LIST_CALLS = { list: onlineCalls.list, exportRows: onlineCalls.exportRows }
const FILTERS = [
  fieldFilter('ip', text('IP', { max: 50 })),
  fieldFilter('account', text('账号', { max: 50 })),
]
const SUBJECT = { code: 'account' }
const SHOW = ['realName', 'deptId', 'ip', 'device', 'browser', 'loginTime', 'lastTime']
const COLUMNS = {
  sessionNo: { width: 130, render: (row: Row) => <code>{row.sessionNo}</code> },
  realName: {
    render: (row: Row) => (
      <>
        {row.realName} {row.isCurrent === 1 && <StateTag label="当前" means="runs" />}
      </>
    ),
  },
}
const ACTIONS: readonly Act<Row>[] = [
  callAct(onlineCalls.forceLogout, {
    label: '强退',
    danger: true,
    off: (row) => (row.isCurrent === 1 ? OWN : null),
    prompt: (row) => `“${row.realName}”的这个会话将立即下线，确定强退吗？`,
    input: (row) => ({ id: String(row.id) }),
    success: '强退成功',
  }),
]
const BATCH: readonly Act<readonly Row[]>[] = [
  callAct(onlineCalls.forceLogout, {
    label: '强退',
    danger: true,
    off: (rows) => (rows.some((row) => row.isCurrent === 1) ? OWN : null),
    prompt: (rows) => `选中的${rows.length}个会话将立即下线，确定强退吗？`,
    input: (rows) => ({ id: rows.map((row) => row.id).join(',') }),
    success: '强退成功',
  }),
]

/** 在线用户. Platform §13.2. */
export default function OnlineList() {
  return (
    <ListPage
      reads={READS}
      of={online}
      calls={LIST_CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      dated="登录时间"
      actions={ACTIONS}
      batch={BATCH}
      sizes={LONG_PAGE_SIZES}
    />
  )
}
