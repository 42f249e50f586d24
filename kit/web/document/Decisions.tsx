import { Timeline } from 'antd'
import type { Meaning } from '#kit/shared/field.ts'
import { formatTime } from '#kit/shared/time.ts'
import { hueOf } from '#kit/web/StateTag.tsx'
import { browserZone } from '#kit/web/time/zone.ts'

/** One decision on a document (decisionFields). */
export interface Decision {
  action: string
  opinion: string
  adminName: string
  time: number
}

const MEANINGS: Readonly<Record<string, Meaning>> = { 通过: 'done', 驳回: 'wrong' }

/** Who submitted, passed and rejected, with opinions; the latest first. */
export function Decisions({ history }: { history: readonly Decision[] }) {
  return (
    <Timeline
      items={history.map((one) => ({
        color: hueOf(MEANINGS[one.action] ?? 'runs'),
        content: (
          <>
            <strong>{one.action}</strong> {one.adminName}{' '}
            <span className="k-hint">{formatTime(one.time, browserZone)}</span>
            {one.opinion !== '' && <div className="k-prose">{one.opinion}</div>}
          </>
        ),
      }))}
    />
  )
}
