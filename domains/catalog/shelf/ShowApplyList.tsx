import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { deletableIn, documentActs, editableIn } from '#kit/web/document/documentActs.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import { applyExecActs } from './execActs.ts'
import { APPLY_PRINT, recordExamine, recordPage } from './shelf.addresses.ts'
import { applyCalls } from './shelf.calls.ts'
import { applyStates, showApply } from './showApply.entity.ts'

type Row = OutWireOf<typeof applyCalls.list>['list'][number]

const FORM = '/store/addApplyForShow'
const SHOW = [
  'applyNo',
  'applyTitle',
  'applyType',
  'channelIds',
  'productCount',
  'planShowTime',
  'auditStatus',
  'execStatus',
  'submitBy',
  'createTime',
]
const timeOf = (label: string, seconds: number | null) =>
  seconds === null ? null : (
    <div>
      {label} {formatTime(seconds, browserZone)}
    </div>
  )

const COLUMNS = {
  applyType: { title: '类型', width: 70 },
  productCount: { width: 70 },
  planShowTime: {
    title: '计划时间',
    width: 180,
    render: ({ planShowTime, planOffTime }: Row) =>
      planShowTime === null && planOffTime === null ? (
        NONE
      ) : (
        <>
          {timeOf('上架', planShowTime)}
          {timeOf('下架', planOffTime)}
        </>
      ),
  },
  submitBy: { title: '申请人' },
}
const page = (row: { id: number }) => recordPage('show', row.id)
const decision = (row: { id: number }) => recordExamine('show', row.id)
const print = (ids: readonly number[]) => `${APPLY_PRINT}?ids=${ids.join(',')}`

const ACTIONS: readonly Act<Row>[] = [
  ...documentActs(applyStates, applyCalls, { examine: decision, print: (row) => print([row.id]) }),
  ...applyExecActs,
]
const BATCH: readonly Act<readonly Row[]>[] = [
  act({
    label: '打印',
    permission: applyCalls.print,
    run: (rows) => goTo(print(rows.map((row) => row.id))),
  }),
]

/** 上架申请. Catalog §3.4. */
export default function ShowApplyList() {
  return (
    <ListPage
      of={showApply}
      calls={applyCalls}
      show={SHOW}
      columns={COLUMNS}
      pages={{ create: FORM, edit: (row) => `${FORM}/${row.id}`, see: page }}
      editable={editableIn(applyStates)}
      deletable={deletableIn(applyStates)}
      actions={ACTIONS}
      batch={BATCH}
    />
  )
}
