import { FieldCell } from '#kit/fields/web.tsx'
import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { mayCall } from '#kit/web/session.ts'
import { gluedValue } from '#kit/web/shell/paths.ts'
import { adjustAct } from './adjustAct.tsx'
import { evaluateCalls, evaluationDocument } from './evaluation.document.ts'
import { orgEvaluation } from './evaluation.entity.ts'
import { ScoreChart } from './ScoreChart.tsx'

const READS = ['beforeLevelId', 'suggestLevelId'] as const
type Row = RowSeen<typeof evaluateCalls.list, typeof READS>

const SHOW = ['companyId', 'month', 'score', 'star', 'levels', 'auditStatus', 'auditBy']
const { beforeLevelId, suggestLevelId } = orgEvaluation.all
const COLUMNS = {
  companyId: { width: 200 },
  month: { width: 90 },
  score: { width: 80 },
  star: { width: 80 },
  levels: {
    title: '原等级 → 建议等级',
    width: 180,
    render: (row: Row) => (
      <>
        <FieldCell field={beforeLevelId} name="beforeLevelId" value={row.beforeLevelId} row={row} /> →{' '}
        <FieldCell field={suggestLevelId} name="suggestLevelId" value={row.suggestLevelId} row={row} />
      </>
    ),
  },
}

const FORM = {
  width: 560,
  groups: [
    {
      fields: ['month', 'channelId', 'companyId', 'manualScore', 'adjust', 'adjustReason', 'remark', 'files'],
    },
  ],
}

const SECTIONS = [
  { title: '评定', fields: ['evaluationNo', 'month', 'companyId', 'channelId', 'amount'] },
  { title: '结果', fields: ['score', 'star', 'beforeLevelId', 'suggestLevelId'] },
  { title: '人工', fields: ['manualScore', 'adjust', 'adjustReason', 'remark'] },
  { title: '得分明细', fields: ['scores'] },
]

/** Values of the address with which the page is one for deciding: 待审核, 审核中. Catalog D12. */
const OPEN = ['0', '3']

/**
 * 组织等级评定: verdicts on companies, by month; and 商户星级评定, the page of one. The address says whether the page is for
 * deciding; whether it can be decided follows from the stored state. Catalog D12, §6.5.
 */
export default documentScreens(evaluationDocument, {
  sections: SECTIONS,
  lead: [adjustAct],
  touches: ['/admin/system/org'],
  reads: READS,
  list: {
    searched: '单位',
    subject: { name: 'companyId', code: 'evaluationNo' },
    show: SHOW,
    columns: COLUMNS,
    form: FORM,
    empty: '还没有等级评定。每月 3 日自动生成上月测评，也可在月度测评中生成',
  },
  page: {
    at: ({ id, reviewedStatus = '' }) => ({
      id: Number(gluedValue(id, 'merchantStarRating')),
      deciding: OPEN.includes(reviewedStatus),
    }),
    // Who decides this one sees how the company did before.
    parts: ({ companyId }) =>
      mayCall(evaluateCalls.list) && companyId != null
        ? [{ key: 'scores', label: '历月得分', content: <ScoreChart companyId={companyId} /> }]
        : [],
  },
})
