import { Steps } from 'antd'
import { type Act, ActButton, isOpen } from '#kit/web/actions.tsx'
import { WayLink } from '#kit/web/Way.tsx'
import {
  enableAct,
  type ProductTarget,
  putOnAct,
  releaseAct,
  setChannelsAct,
  submitAct,
} from './productActs.tsx'
import { type ShelfStep, type Stepping, shelfWay } from './shelfWay.ts'

const ACTS: Readonly<Record<NonNullable<ShelfStep['act']>, Act<ProductTarget>>> = {
  submit: submitAct,
  setChannels: setChannelsAct,
  putOnShell: putOnAct,
  enable: enableAct,
  release: releaseAct,
}

const LOOKS = { done: 'finish', now: 'process', waits: 'process', wrong: 'error', later: 'wait' } as const

interface ShelfWayProps {
  row: Stepping
  /** given on the page where a product is acted on: the step has the button that does it */
  target?: ProductTarget
}

/** The way of a product to the shelf, with one button at the step that is next; nothing once it is there. Screens §3. */
export function ShelfWay({ row, target }: ShelfWayProps) {
  const steps = shelfWay(row)
  if (steps === null) return null
  return (
    <section className="p-way" aria-label="上架进度">
      <Steps
        size="small"
        items={steps.map((step) => ({
          title: step.title,
          status: LOOKS[step.state],
          content: (
            <>
              {step.says} <StepButton step={step} target={target} />
            </>
          ),
        }))}
      />
    </section>
  )
}

function StepButton({ step, target }: { step: ShelfStep; target: ProductTarget | undefined }) {
  const act = step.act === undefined ? undefined : ACTS[step.act]
  if (target !== undefined && act !== undefined && isOpen(act, target))
    return <ActButton act={act} target={target} />
  return step.way === undefined ? null : <WayLink {...step.way} />
}
