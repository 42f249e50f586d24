import { Progress } from 'antd'
import { Link } from 'react-router'
import { useWatchedTasks } from '#kit/web/list/watchTask.tsx'
import { HomeCard } from '#kit/web/shell/HomeCard.tsx'

/** On the home page: the person's imports and exports that are under way; nothing when there are none. */
export default function RunningTasks() {
  const running = useWatchedTasks()
  if (running.length === 0) return null
  return (
    <HomeCard title="进行中的任务">
      <ul className="ts-lines">
        {running.map(({ id, name, percent, page }) => (
          <li key={id}>
            <Link to={page}>{name}</Link>
            <Progress className="ts-lines-rest" size="small" aria-label={name} percent={percent} />
          </li>
        ))}
      </ul>
    </HomeCard>
  )
}
