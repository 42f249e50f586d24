import { useState } from 'react'
import { timeAgo } from '#kit/shared/text.ts'
import { formatDateTime, formatTime } from '#kit/shared/time.ts'
import { type FieldUi, isNone, NONE } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'
import { browserZone } from '#kit/web/time/zone.ts'

const MomentInput = lazyInput(() => import('#kit/web/time/MomentInput.tsx'))

export const datetimeUi: FieldUi = {
  Input: (props) => <MomentInput {...props} />,
  Cell: ({ value }) =>
    isNone(value) ? <span className="k-number">{NONE}</span> : <Moment at={Number(value)} />,
}

/** A moment to the minute; to the second and how long ago it was on hover, which is when that is told. Screens §1. */
function Moment({ at }: { at: number }) {
  const [hint, setHint] = useState<string>()
  const now = Date.now() / 1000
  const tell = (): void =>
    setHint(`${formatDateTime(new Date(at * 1000), browserZone)}${at > now ? '' : `（${timeAgo(at)}）`}`)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer changes nothing but the words of the hint.
    <span className="k-number" title={hint} onMouseEnter={tell}>
      {formatTime(at, browserZone)}
    </span>
  )
}
