import { type Act, act } from '#kit/web/actions.tsx'
import { type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { openVersions } from './openVersions.tsx'
import { ProtocolInput, protocolFilter } from './ProtocolSelect.tsx'
import { relationCalls, termsCalls } from './terms.calls.ts'
import { termsService } from './terms.entity.ts'

const READS = ['status', 'termName'] as const
type Row = RowSeen<typeof termsCalls.list, typeof READS>

const SHOW = [
  'termName',
  'protocolName',
  'channelIds',
  'termVersion',
  'bindCount',
  'effectiveTime',
  'status',
  'updateTime',
]

const COLUMNS = {
  termName: { width: 160 },
  protocolName: { width: 110 },
  channelIds: { width: 130 },
  termVersion: { width: 60 },
  bindCount: { width: 70 },
  effectiveTime: { width: 140 },
  updateTime: { width: 140 },
  sort: { width: 70 },
  status: {
    width: 70,
    render: (row: Row) => (
      <StatusSwitch
        field={termsService.shape.status}
        row={row}
        call={termsCalls.status}
        input={(on) => ({ id: row.id, status: on ? 1 : 0 })}
      />
    ),
  },
}

const FILTERS = [protocolFilter]

const FORM = {
  width: 960,
  groups: [
    {
      title: '条款',
      fields: [
        'termName',
        'protocolCode',
        'channelIds',
        'summary',
        'icon',
        'effectiveTime',
        'sort',
        'status',
      ],
    },
    {
      title: '条款内容',
      note: '修改内容会生成新版本，已下订单保留下单时的版本。',
      fields: ['content'],
    },
  ],
  inputs: { protocolCode: { Input: ProtocolInput } },
}

const ACTIONS: readonly Act<Row>[] = [
  act({
    label: '绑定',
    permission: relationCalls.bound,
    run: (row) => goTo(`/store/clauseBinding?termsId=${row.id}`),
  }),
  act({ label: '历史版本', permission: termsCalls.info, run: (row) => openVersions(row) }),
]

const CALLS = {
  list: termsCalls.list,
  info: termsCalls.info,
  save: termsCalls.save,
  update: termsCalls.update,
  remove: termsCalls.remove,
  exportRows: termsCalls.exportRows,
}

/** 服务条款. Catalog §3.7. */
export default function TermsList() {
  return (
    <ListPage
      reads={READS}
      of={termsService}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      form={FORM}
      actions={ACTIONS}
      dated=""
      noDelete={(row) => (row.status === 0 ? null : '条款已启用，请先停用')}
    />
  )
}
