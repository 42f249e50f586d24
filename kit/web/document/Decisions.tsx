import { Timeline } from 'antd'
import { formatTime } from '#kit/shared/time.ts'
import { browserZone } from '#kit/web/time/zone.ts'

/** One decision on a document (decisionFields). */
export interface Decision {
  action: string
  opinion: string
  adminName: string
  time: number
}

const COLOURS: Readonly<Record<string, string>> = { 通过: 'green', 驳回: 'red' }

/** Who submitted, passed and rejected, with opinions; the latest first. */
export function Decisions({ history }: { history: readonly Decision[] }) {
  return (
    <Timeline
      items={history.map((one) => ({
        color: COLOURS[one.action] ?? 'blue',
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
