import { flag } from '#kit/fields/shared.ts'
import { movedDay, today, zonedTime } from '#kit/shared/time.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { nightCalls as calls } from './night.calls.ts'
import { NIGHT_ACTS, NIGHT_READS, NIGHT_TOUCHES } from './nightActs.tsx'
import { NIGHT_STATES, nightCount } from './nightCount.entity.ts'

type Row = RowSeen<typeof calls.list, typeof NIGHT_READS>
const CALLS = { list: calls.list, exportRows: calls.exportRows }
const SHOW = [
  ...['nightSn', 'countDate', 'tripCount', 'boxCount', 'countedBoxes', 'diffCount', 'accuracy'],
  ...['counterId', 'status'],
]
const COLUMNS = { nightSn: { width: 170 } }
const TABS = { name: 'status', items: NIGHT_STATES, counts: calls.counts }
const FILTERS = [fieldFilter('hasDiff', flag('有差异'))]
const PAGES = { see: ({ id }: { id: number }) => `/wts/nightCount/info/${id}` }

/** The next day of deliveries: after midnight it has begun. */
const nextDay = (): string => {
  const hour = zonedTime(new Date()).hour
  return hour < 12 ? today() : movedDay(today(), 1)
}

const TOP: readonly Act<void>[] = [
  act({
    label: '生成夜盘单',
    permission: calls.generate,
    primary: true,
    async run() {
      const id = await openForm({
        of: nightCount,
        calls: { save: calls.generate },
        id: null,
        title: '生成夜盘单',
        width: 480,
        shape: calls.generate.shape,
        initial: { countDate: nextDay(), shift: 1 },
        inputs: { countDate: { help: '当日未发车的派车单，每个箱一行' } },
        success: '夜盘单已生成',
        touches: NIGHT_TOUCHES,
      })
      if (id !== null) goTo(`/wts/nightCount/info/${id}`)
    },
  }),
]
const BATCH: readonly Act<readonly Row[]>[] = [
  act<readonly Row[]>({
    label: '打印',
    permission: calls.print,
    run: (rows) => goTo(`/wts/nightCount/print/${rows.map((one) => one.id).join(',')}`),
  }),
]

/** 夜盘单: what was counted before vehicles leave. Warehouse §5.6. */
export default function NightList() {
  return (
    <ListPage
      of={nightCount}
      calls={CALLS}
      reads={NIGHT_READS}
      show={SHOW}
      columns={COLUMNS}
      tabs={TABS}
      filters={FILTERS}
      pages={PAGES}
      top={TOP}
      actions={NIGHT_ACTS}
      batch={BATCH}
      empty="还没有夜盘单。按“生成夜盘单”清点次日派车单的箱"
    />
  )
}
