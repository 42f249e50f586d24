import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { NameHits } from './NameHits.tsx'
import { openNameCheck } from './nameCheck.tsx'
import { nameListCalls as calls } from './nameList.calls.ts'
import { LIST_TYPES, nameList } from './nameList.entity.ts'

const READS = ['objectValue', 'status', 'hitNum', 'listType'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const SHOW = ['objectValue', 'objectType', 'scenes', 'reason', 'endTime', 'hitNum', 'operator', 'status']

const TABS = { name: 'listType', items: LIST_TYPES, counts: calls.counts }

const ACTIONS: readonly Act<Row>[] = [
  callAct(calls.status, {
    label: '停用',
    when: ({ status }: Row) => status === 1,
    input: ({ id }) => ({ id, status: 0 as const }),
    success: '已停用',
  }),
  callAct(calls.status, {
    label: '启用',
    when: ({ status }: Row) => status === 0,
    input: ({ id }) => ({ id, status: 1 as const }),
    success: '已启用',
  }),
  act({
    label: '命中记录',
    permission: calls.hits,
    run: ({ id, objectValue }: Row) =>
      openDialog<null>((close) => (
        <Dialog width={720} title={`命中记录 ${objectValue}`} footer={null} onCancel={() => close(null)}>
          <NameHits nameId={id} />
        </Dialog>
      )),
  }),
]

const TOP: readonly Act<void>[] = [
  act({ label: '检查', permission: calls.check, run: () => openNameCheck() }),
]

const HELP: Readonly<Record<string, { help: string; wide?: true }>> = {
  objectValue: { help: '用户填ID，IP段如 121.40.1.0/24，收货地址至少6个字，地址包含它即命中' },
  scenes: { help: '同一场景中白名单优先于黑名单', wide: true },
  reason: { help: '只给员工看，用户看不到' },
}

const FORM = {
  width: 640,
  inputs: HELP,
  initial: { listType: 2 },
  groups: [
    { title: '对象', fields: ['listType', 'objectType', 'objectValue'] },
    { title: '范围', fields: ['scenes', 'reason', 'startTime', 'endTime'] },
  ],
}

/** /user/whiteNameList: 白名单 and 黑名单. Members §5.1. */
export default function NameListPage() {
  return (
    <ListPage
      reads={READS}
      of={nameList}
      calls={{ ...calls, status: undefined }}
      show={SHOW}
      tabs={TABS}
      form={FORM}
      actions={ACTIONS}
      top={TOP}
      importing
      deletePrompt={(row: Row) => `确定删除“${row.objectValue}”吗？`}
      empty="白名单放行，黑名单拦截：按用户、手机号、设备、IP或收货地址，分场景生效"
    />
  )
}
