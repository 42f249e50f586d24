import { EditOutlined } from '@ant-design/icons'
import { type Act, act } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { evaluateCalls } from './evaluation.document.ts'
import { orgEvaluation } from './evaluation.entity.ts'

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
