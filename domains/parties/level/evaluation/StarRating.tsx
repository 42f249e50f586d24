import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
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
const ACTIONS = [
  adjustAct,
  ...documentActs<Row>(evaluationStates, evaluateCalls, { examine: evaluationPath, touches: TOUCHES }),
]

/**
 * 商户星级评定: one company's evaluation, read and decided. Whether it can be decided follows from its stored state,
 * never from the address. Catalog D12, §6.5.
 */
export default function StarRating() {
  const { id } = useParams()
  return (
    <DocumentPage<Row>
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
    />
  )
}
