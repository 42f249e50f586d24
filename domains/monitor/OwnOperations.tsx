import { formatTime } from '#kit/shared/time.ts'
import { currentSession, mayCall } from '#kit/web/session.ts'
import { HomeCard } from '#kit/web/shell/HomeCard.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { logCalls } from './log.calls.ts'

const SHOWN = 8

/** On the home page: what the person did last. Only for those who may read the operation log. */
export default function OwnOperations() {
  const { operList } = logCalls
  const { person } = currentSession()
  const own = { adminId: String(person?.id ?? 0), limit: SHOWN }
  const { data } = useCall(operList, own, { quiet: true, enabled: person !== null && mayCall(operList) })
  if (!data || data.list.length === 0) return null
  return (
    <HomeCard title="最近操作">
      <ul className="ts-lines">
        {data.list.map((row) => (
          <li key={row.id}>
            <time dateTime={new Date(row.time * 1000).toISOString()}>{formatTime(row.time)}</time>
            <span>{row.title}</span>
            <span className="ts-lines-rest">{row.bizTitle}</span>
            {row.status === 0 && <strong>失败</strong>}
          </li>
        ))}
      </ul>
    </HomeCard>
  )
}
