import { useSearchParams } from 'react-router'
import { ref } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { forAll } from '#kit/web/batch.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { CountTabs } from '#kit/web/list/CountTabs.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { TaskList } from '../ship/TaskList.tsx'
import { pickCalls as calls, taskCalls } from './pick.calls.ts'
import { PICK_ACTS, PICK_READS } from './pickActs.tsx'
import { LIST, PICK_STATES, pickList } from './pickList.entity.ts'

type Row = RowSeen<typeof calls.list, typeof PICK_READS>
const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  ...[
    'pickSn',
    'waveSn',
    'warehouseId',
    'pickType',
    'taskCount',
    'skuCount',
    'totalQty',
    'pickerId',
    'status',
  ],
]
const COLUMNS = { pickSn: { width: 170 } }
const TABS = { name: 'status', items: PICK_STATES, counts: calls.counts }
const PAGES = { see: ({ id }: { id: number }) => `/wts/pickList/info/${id}` }
const isOpen = ({ status }: Row): boolean => status === LIST.open || status === LIST.picking

const BATCH: readonly Act<readonly Row[]>[] = [
  act<readonly Row[]>({
    label: '分派',
    permission: calls.assign,
    ...forAll(isOpen, '只有待领取和拣货中的拣货单可以分派'),
    run: (rows) =>
      openForm({
        of: pickList,
        calls: { save: calls.assign },
        id: null,
        title: `分派拣货单（${rows.length}张）`,
        width: 420,
        shape: { pickerId: ref('拣货员', 'admin', { required: true }) },
        complete: (input) => ({ ...input, ids: rows.map((one) => one.id).join(',') }),
        success: '已分派',
        touches: ['/admin/wts/pickList'],
      }),
  }),
  act<readonly Row[]>({
    label: '打印',
    permission: calls.print,
    run: (rows) => goTo(`/wts/pickList/print/${rows.map((one) => one.id).join(',')}`),
  }),
]

const VIEWS = [
  { key: 'task', label: '待拣任务' },
  { key: 'list', label: '拣货单' },
] as const

/** 拣货单, with the tasks that wait to be picked. Warehouse §5.2. */
export default function PickPage() {
  const [address, setAddress] = useSearchParams()
  const first = mayCall(taskCalls.list) ? 'task' : 'list'
  const view = address.get('view') ?? first
  return (
    <>
      <CountTabs
        active={view}
        items={VIEWS}
        label="内容"
        onChange={(key) => setAddress(key === first ? {} : { view: key }, { replace: true })}
      />
      {view === 'task' ? <TaskList /> : <Lists />}
    </>
  )
}

function Lists() {
  return (
    <ListPage
      of={pickList}
      calls={CALLS}
      reads={PICK_READS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      pages={PAGES}
      actions={PICK_ACTS}
      batch={BATCH}
      searched="发货单号、子订单号"
      empty="还没有拣货单。在待拣任务中选择任务并生成拣货单"
    />
  )
}
