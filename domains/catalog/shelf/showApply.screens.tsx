import { formatTime } from '#kit/shared/time.ts'
import { documentScreens, printMany } from '#kit/web/document/documentScreens.tsx'
import { NONE, type WireRow } from '#kit/web/fieldUi.ts'
import type { Errors } from '#kit/web/form/errors.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { TOUCHED } from '../product/touched.ts'
import { ApplyLines } from './ApplyLines.tsx'
import { EXEC_STATES } from './document.states.ts'
import { execActs } from './execActs.ts'
import { PlanTable } from './PlanTable.tsx'
import { applyCalls, applyDocument, applyExec } from './showApply.document.ts'

const READS = ['execStatus', 'planShowTime', 'planOffTime'] as const
type Row = RowSeen<typeof applyCalls.list, typeof READS>

const SHOW = [
  'applyTitle',
  'applyType',
  'channelIds',
  'productCount',
  'planShowTime',
  'auditStatus',
  'execStatus',
  'submitBy',
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
const SECTIONS = [
  {
    title: '申请信息',
    fields: [
      'applyNo',
      'applyTitle',
      'applyType',
      'channelIds',
      'planShowTime',
      'planOffTime',
      'submitBy',
      'submitTime',
      'auditBy',
      'auditTime',
      'execTime',
      'reason',
      'remark',
      'files',
    ],
  },
  { title: '商品明细', fields: ['lines'] },
]

const GROUPS = [
  {
    title: '申请信息',
    fields: [
      'applyTitle',
      'applyType',
      'channelIds',
      'planShowTime',
      'planOffTime',
      'reason',
      'remark',
      'files',
    ],
  },
  { title: '商品明细', fields: ['lines'] },
]

const hidden = (name: string, values: WireRow) => name === 'planShowTime' && values.applyType === 2

function check({ applyType, planShowTime, planOffTime }: WireRow): Errors {
  const from = planShowTime === null || planShowTime === undefined ? Date.now() / 1000 : Number(planShowTime)
  const late = applyType !== 2 && planOffTime != null && Number(planOffTime) <= from
  return late ? { planOffTime: '计划下架须晚于计划上架' } : {}
}

const HEAD = [
  'applyNo',
  'applyTitle',
  'applyType',
  'channelIds',
  'planShowTime',
  'planOffTime',
  'productCount',
  'reason',
]
const LINES = {
  name: 'lines',
  columns: ['productCode', 'productName', 'suks', 'price', 'showPrice', 'stock', 'remark'],
}

/** 上架申请. Catalog §3.4, §8.5. */
export default documentScreens(applyDocument, {
  sections: SECTIONS,
  ifAny: { planShowTime: (row) => row.applyType === 1 },
  reads: READS,
  actions: execActs(applyExec, applyCalls),
  touches: TOUCHED,
  list: {
    subject: { name: 'applyTitle', code: 'applyNo' },
    show: SHOW,
    columns: COLUMNS,
    batch: [printMany(applyDocument)],
  },
  form: { groups: GROUPS, inputs: { lines: { Input: ApplyLines } }, hidden, check },
  page: {
    states: (row) => [EXEC_STATES.find((one) => one.value === row.execStatus)],
    parts: ({ plans }) => [{ key: 'plans', label: '执行明细', content: <PlanTable plans={plans} /> }],
  },
  print: { title: '上架申请单', head: HEAD, lines: LINES, signs: ['制单', '审核', '执行'] },
})
