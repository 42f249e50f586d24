import { type Act, act, callAct } from '#kit/web/actions.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { expressCalls as calls } from './express.calls.ts'
import { express, isNeeded, missingOf } from './express.entity.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { LabelTemplates } from './services/LabelTemplates.tsx'

const READS = ['code', 'elec', 'name'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const SHOW = ['name', 'partnerId', 'elec', 'sort', 'isShow', 'status']
const COLUMNS = {
  name: { width: 220 },
  partnerId: { title: '月结' },
  isShow: {
    render: (row: Row) => (
      <StatusSwitch field={express.shape.isShow} name="isShow" row={row} call={calls.show} />
    ),
  },
}
const GROUPS = [
  { title: '公司', fields: ['name', 'code', 'phone', 'sort', 'isShow', 'status'] },
  {
    title: '打印电子面单',
    fields: ['partnerId', 'account', 'partnerKey', 'password', 'net', 'netName'],
  },
]
const NEEDING = ['account', 'password', 'netName'] as const

const FORM = {
  groups: GROUPS,
  inputs: { password: { Input: PasswordInput } },
  width: 760,
  // What is not asked for is not shown; as long as the carrier is off it may be left blank.
  hidden: (name: string, values: WireRow) =>
    NEEDING.some((one) => one === name && !isNeeded(one, { ...values, status: 1 })),
  check: missingOf,
}
const IMPORTING = { bizType: 'express', title: '快递公司', permission: 'admin:express:import' }

const TOP: readonly Act<void>[] = [
  callAct(calls.sync, {
    label: '同步',
    prompt: '从物流服务同步快递公司：新增没有的、更新名称，不会删除。确定同步吗？',
    success: '同步完成',
    input: () => ({}),
  }),
]
const ACTIONS: readonly Act<Row>[] = [
  act({
    label: '面单模板',
    permission: calls.template,
    when: (row) => row.elec === 1,
    run: ({ code, name }) =>
      openDialog<void>((close) => <LabelTemplates com={code} name={name} onClose={() => close()} />),
  }),
]

/** 物流公司. Platform §8.3. */
export default function CompanyList() {
  return (
    <ListPage
      reads={READS}
      of={express}
      calls={calls}
      show={SHOW}
      columns={COLUMNS}
      form={FORM}
      importing={IMPORTING}
      top={TOP}
      actions={ACTIONS}
      dated=""
    />
  )
}
