import { CalculatorOutlined } from '@ant-design/icons'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { monthCalls } from './evaluation.calls.ts'
import { evaluationMonth, monthFigures } from './evaluation.entity.ts'

const READS = ['status'] as const
type Run = RowSeen<typeof monthCalls.list, typeof READS>

const TOUCHES = ['/admin/system/org/evaluate']
const SHOW = [
  'month',
  'channelId',
  'companyCount',
  'submittedCount',
  'passedCount',
  'avgScore',
  'status',
  'generateTime',
]
const FILTERS = [fieldFilter('status', monthFigures.status)]
const PAGES = { see: ({ id }: Run) => `/company/monthInfo/${id}` }

const isOpen = (run: Run): boolean => run.status !== 3

export const monthActs: readonly Act<Run>[] = [
  callAct(monthCalls.recalc, {
    label: '重新计算',
    when: isOpen,
    prompt: '将重新读取未提交单位的数据并补充新单位，确定重新计算吗？',
    input: ({ id }) => ({ id }),
    touches: TOUCHES,
  }),
  callAct(monthCalls.submitAll, {
    label: '提交全部',
    when: isOpen,
    prompt: '将提交全部未提交和被驳回的评定，确定提交吗？',
    input: ({ id }) => ({ id }),
    touches: TOUCHES,
  }),
]

const TOP = [
  act({
    label: '生成',
    icon: <CalculatorOutlined />,
    primary: true,
    permission: monthCalls.generate,
    run: () =>
      void openForm({
        of: evaluationMonth,
        calls: { save: monthCalls.generate },
        id: null,
        title: '生成月度测评',
        width: 480,
        groups: [{ fields: ['month', 'channelId'] }],
        inputs: { month: { help: '已结束的月份' } },
        success: '已生成测评',
        touches: TOUCHES,
      }),
  }),
]

/** 月度测评: the runs over the companies of a channel. Catalog §6.5. */
export default function MonthList() {
  return (
    <ListPage
      reads={READS}
      of={evaluationMonth}
      calls={monthCalls}
      show={SHOW}
      filters={FILTERS}
      dated=""
      pages={PAGES}
      top={TOP}
      actions={monthActs}
      empty="还没有测评。每月 3 日自动生成上月测评，也可点击生成"
    />
  )
}
