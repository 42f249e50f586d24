import { BookOutlined } from '@ant-design/icons'
import { type Act, act } from '#kit/web/actions.tsx'
import { type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { KEY_ACTS } from './openApp.acts.tsx'
import { openAppCalls as calls } from './openApp.calls.ts'
import { openApp } from './openApp.entity.ts'
import { openAppForm } from './openAppForm.tsx'

const READS = ['name', 'oldUntil', 'status', 'webhookUrl'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const CALLS = {
  list: calls.list,
  info: calls.info,
  save: calls.save,
  update: calls.update,
  status: calls.status,
}
const SHOW = ['name', 'channelId', 'scopes', 'ipList', 'todayCalls', 'failedEvents', 'expireTime', 'status']
const COLUMNS = {
  status: {
    width: 80,
    render: (row: Row) => (
      <StatusSwitch
        field={openApp.shape.status}
        row={row}
        call={calls.status}
        prompt={`停用后“${row.name}”的令牌立即失效，确定停用吗？`}
      />
    ),
  },
}
const TOP: readonly Act<void>[] = [
  act({
    label: '接口文档',
    icon: <BookOutlined aria-hidden />,
    run: () => window.open('/api/open/doc', '_blank', 'noopener'),
  }),
]
const PAGES = { see: (row: Row) => `/order/openApp/info/${row.id}` }

/** 开放接口应用. Orders §8. */
export default function OpenAppList() {
  return (
    <ListPage
      reads={READS}
      of={openApp}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      pages={PAGES}
      dated=""
      openForm={(row) => openAppForm(row?.id ?? null)}
      actions={KEY_ACTS}
      top={TOP}
      empty="商城前台、手持设备和其他系统用应用密钥调用开放接口"
    />
  )
}
