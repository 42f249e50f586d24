import { today } from '#kit/shared/time.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { planCalls as calls, countCalls } from './count.document.ts'
import { PLAN, SCOPE, SPLIT, stockCountPlan } from './count.entity.ts'

const READS = ['planSn', 'status', 'sheetCount'] as const
type Row = RowSeen<typeof calls.list, typeof READS>
const CALLS = calls
const SHOW = [
  ...['planSn', 'countType', 'warehouseId', 'period', 'sheetCount', 'doneCount', 'diffCount'],
  ...['lossAmount', 'status'],
]
const COLUMNS = { planSn: { width: 170 } }
const TOUCHES = ['/admin/wts']

const ACTS: readonly Act<Row>[] = [
  callAct(calls.generate, {
    label: '生成盘点表',
    closed: (row: Row) => (row.status === PLAN.draft ? null : '计划已下发'),
    input: ({ id }: Row) => ({ id }),
    success: '盘点表已生成',
    touches: TOUCHES,
  }),
  callAct(calls.start, {
    label: '下发',
    closed: (row: Row) =>
      row.status !== PLAN.draft ? '计划已下发' : row.sheetCount === 0 ? '请先生成盘点表' : null,
    prompt: (row: Row) => `下发 ${row.planSn}？账面数量按此刻记录，冻结盘点的库区暂不能出入库。`,
    input: ({ id }: Row) => ({ id }),
    success: '已下发',
    touches: TOUCHES,
  }),
  act({
    label: '盘点表',
    permission: countCalls.list,
    closed: (row: Row) => (row.sheetCount > 0 ? null : '请先生成盘点表'),
    run: (row: Row) => goTo(`/wts/stockCounts?planId=${row.id}`),
  }),
  callAct(calls.cancel, {
    label: '作废',
    danger: true,
    closed: (row: Row) => (row.status === PLAN.posted || row.status === PLAN.voided ? '计划已结束' : null),
    reason: '作废原因',
    prompt: (row: Row) => `作废 ${row.planSn} 和它的盘点表？不记差异，库区恢复出入库。`,
    input: ({ id }: Row, reason: string) => ({ id, reason }),
    success: '已作废',
    touches: TOUCHES,
  }),
]

const scopeOf = (values: WireRow): number => Number(values.scopeType ?? SCOPE.all)
const hidden = (name: string, values: WireRow): boolean => {
  if (name === 'sectionIds') return scopeOf(values) !== SCOPE.sections
  if (name === 'cateIds') return scopeOf(values) !== SCOPE.categories
  if (name === 'skuIds') return scopeOf(values) !== SCOPE.skus
  return name === 'splitLines' && Number(values.splitBy ?? SPLIT.section) !== SPLIT.lines
}
const FORM = {
  title: '盘点计划',
  width: 720,
  initial: { planDate: today() },
  hidden,
  groups: [
    {
      title: '范围',
      fields: ['countType', 'warehouseId', 'planDate', 'scopeType', 'sectionIds', 'cateIds', 'skuIds'],
    },
    {
      title: '方式',
      fields: ['countMode', 'blind', 'tolerancePct', 'toleranceAmount', 'splitBy', 'splitLines'],
    },
    { title: '人员', fields: ['counterIds', 'deadline', 'remark'] },
  ],
  inputs: {
    counterIds: { help: '依次为初盘人、复盘人、监盘人' },
    blind: { help: '盘点结束前不显示账面数量' },
    countMode: { help: '冻结盘点期间库区不能出入库，动态盘点不影响作业' },
  },
}

/** 盘点管理: what is to be counted, and how far it is. Warehouse §5.9. */
export default function PlanList() {
  return (
    <ListPage
      of={stockCountPlan}
      calls={CALLS}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      form={FORM}
      actions={ACTS}
      noEdit={(row: Row) => (row.status === PLAN.draft ? null : '计划已下发，不能修改')}
      noDelete={(row: Row) => (row.status === PLAN.draft ? null : '计划已下发，不能删除')}
      empty="还没有盘点计划。新增计划，生成盘点表后下发给盘点人"
    />
  )
}
