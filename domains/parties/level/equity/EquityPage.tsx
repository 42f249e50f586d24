import { useParams } from 'react-router'
import { DocumentPage } from '#kit/web/document/DocumentPage.tsx'
import { mayCall } from '#kit/web/session.ts'
import { EquityIssues } from './EquityIssues.tsx'
import { equityCalls } from './equity.calls.ts'
import { equityPlan } from './equity.entity.ts'
import { EXEC_STATES } from './equity.rules.ts'
import { equityStates } from './equity.states.ts'
import { FORM, PLAN_ACTS } from './equityActs.tsx'
import { SECTIONS } from './equitySections.ts'

/** 权益发放计划详情 and 审核, with what was issued. Catalog §6.6. */
export default function EquityPage() {
  const { id } = useParams()
  return (
    <DocumentPage
      of={equityPlan}
      states={equityStates}
      calls={equityCalls}
      id={Number(id)}
      sections={SECTIONS}
      name={(row) => row.planName}
      states2={(row) =>
        row.auditStatus === 1 ? [EXEC_STATES.find((one) => one.value === row.execStatus)] : []
      }
      actions={PLAN_ACTS}
      edit={(row) => `${FORM}/${row.id}`}
      back="/company/equity"
      touches={['/admin/system/org/equity']}
      parts={(row) =>
        mayCall(equityCalls.issues)
          ? [{ key: 'issues', label: '发放明细', content: <EquityIssues planId={row.id} /> }]
          : []
      }
    />
  )
}
