import { Alert } from 'antd'
import { ActButton, isOpen } from '#kit/web/actions.tsx'
import { WayLink } from '#kit/web/Way.tsx'
import { nextStep, type Stepping } from './nextStep.ts'
import { type ProductTarget, putOnAct, submitAct } from './productActs.tsx'

const ACTS = { submit: submitAct, putOnShell: putOnAct }

/**
 * 下一步 of a product, with the page where it is done; given the `target`, with the button that does it. Nothing when
 * there is no next step. Screens §3.
 */
export function NextStep({ row, target }: { row: Stepping; target?: ProductTarget }) {
  const step = nextStep(row)
  if (step === null) return null
  const act = step.act === undefined ? undefined : ACTS[step.act]
  return (
    <Alert
      className="p-note"
      type="info"
      showIcon
      title={`下一步：${step.text}`}
      action={
        target !== undefined && act !== undefined && isOpen(act, target) ? (
          <ActButton act={act} target={target} />
        ) : step.way === undefined ? undefined : (
          <WayLink {...step.way} />
        )
      }
    />
  )
}
