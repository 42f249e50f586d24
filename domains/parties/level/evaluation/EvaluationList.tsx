import { EditOutlined } from '@ant-design/icons'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { deletableIn, documentActs, editableIn } from '#kit/web/document/documentActs.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { evaluateCalls } from './evaluation.calls.ts'
import { orgEvaluation } from './evaluation.entity.ts'
import { evaluationPath, evaluationSee, evaluationStates } from './evaluation.states.ts'

type Row = OutWireOf<typeof evaluateCalls.list>['list'][number]

const SHOW = [
  'evaluationNo',
  'month',
  'companyId',
  'channelId',
  'score',
  'star',
  'levels',
  'auditStatus',
  'submitBy',
  'auditBy',
]
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

/** 调整: the score a person gives and what is added to or taken from the sum, with a reason. */
export const adjustAct: Act<{ readonly [name: string]: unknown; id: number; auditStatus: number }> = act({
  label: '调整',
  icon: <EditOutlined />,
  permission: evaluateCalls.adjust,
  when: (row) => row.auditStatus === -1 || row.auditStatus === 2,
  run: (row) =>
    void openForm({
      of: orgEvaluation,
      shape: evaluateCalls.adjust.shape,
      calls: { info: evaluateCalls.info, update: evaluateCalls.adjust },
      id: row.id,
      title: '调整评分',
      width: 520,
      groups: [{ fields: ['manualScore', 'adjust', 'adjustReason'] }],
      inputs: {
        manualScore: { help: '0–100，按规则的权重计入得分' },
        adjust: { help: '−10 到 10，直接加到总分' },
      },
      touches: ['/admin/system/org/evaluate'],
    }),
})

const ACTIONS: readonly Act<Row>[] = [
  adjustAct,
  ...documentActs(evaluationStates, evaluateCalls, {
    examine: evaluationPath,
    touches: ['/admin/system/org/evaluate'],
  }),
]

const FORM = {
  width: 560,
  groups: [
    {
      fields: ['month', 'channelId', 'companyId', 'manualScore', 'adjust', 'adjustReason', 'remark', 'files'],
    },
  ],
}

/** 组织等级评定: verdicts on companies, by month. Catalog §6.5. */
export default function EvaluationList() {
  return (
    <ListPage
      of={orgEvaluation}
      calls={evaluateCalls}
      searched="单位"
      show={SHOW}
      columns={COLUMNS}
      form={FORM}
      pages={{ see: evaluationSee }}
      actions={ACTIONS}
      editable={editableIn(evaluationStates)}
      deletable={deletableIn(evaluationStates)}
      empty={<Empty text="还没有等级评定。每月 3 日自动生成上月测评，也可在月度测评中生成" />}
    />
  )
}
