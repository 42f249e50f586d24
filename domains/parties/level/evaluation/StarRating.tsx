import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import type { Act } from '#kit/web/actions.tsx'
import { DocumentPage } from '#kit/web/document/DocumentPage.tsx'
import { documentActs } from '#kit/web/document/documentActs.tsx'
import { gluedValue } from '#kit/web/shell/paths.ts'
import { adjustAct } from './EvaluationList.tsx'
import { evaluateCalls } from './evaluation.calls.ts'
import { orgEvaluation } from './evaluation.entity.ts'
import { evaluationPath, evaluationStates } from './evaluation.states.ts'
import { SECTIONS } from './evaluationSections.ts'

type Row = OutWireOf<typeof evaluateCalls.info>

const BACK = '/company/orgLevelEvaluate'
const TOUCHES = ['/admin/system/org']
const ACTIONS: readonly Act<Row>[] = [
  adjustAct,
  ...documentActs(evaluationStates, evaluateCalls, { examine: evaluationPath, touches: TOUCHES }),
]

/** Values of the address with which the page is one for deciding: 待审核, 审核中. Catalog D12. */
const OPEN = ['0', '3']

/**
 * 商户星级评定: one company's evaluation, read and decided. The address says which of the two the page is for; whether
 * it can be decided follows from the stored state. Catalog D12, §6.5.
 */
export default function StarRating() {
  const { id, reviewedStatus = '' } = useParams()
  return (
    <DocumentPage
      of={orgEvaluation}
      states={evaluationStates}
      calls={evaluateCalls}
      id={Number(gluedValue(id, 'merchantStarRating'))}
      sections={SECTIONS}
      name={(row) => row.evaluationNo}
      actions={ACTIONS}
      edit={evaluationPath}
      back={BACK}
      touches={TOUCHES}
      deciding={OPEN.includes(reviewedStatus)}
    />
  )
}
