import { Card, Progress } from 'antd'
import { Link } from 'react-router'
import { mayCall } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { exportTasks, importTasks } from './task.calls.ts'

const WAITING_OR_RUNNING = { status: '0,1', limit: 20 }
const ASK_AGAIN_MS = 5000

/** On the home page: the person's imports and exports that are under way; nothing when there are none. */
export default function RunningTasks() {
  const uploads = useRunning(importTasks)
  const downloads = useRunning(exportTasks)
  const all = [
    ...downloads.map((task) => ({ task, to: '/file/downloadFile' })),
    ...uploads.map((task) => ({ task, to: '/file/uploadFile' })),
  ]
  if (all.length === 0) return null
  return (
    <Card size="small" title={<h2>进行中的任务</h2>}>
      <ul className="ts-lines">
        {all.map(({ task, to }) => (
          <li key={task.id}>
            <Link to={to}>{task.bizName}</Link>
            <Progress
              className="ts-lines-rest"
              size="small"
              aria-label={task.bizName}
              percent={task.total > 0 ? Math.floor((task.done / task.total) * 100) : 0}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function useRunning(call: typeof exportTasks) {
  const { data } = useCall(call, WAITING_OR_RUNNING, {
    quiet: true,
    enabled: mayCall(call),
    every: ASK_AGAIN_MS,
  })
  return data?.list ?? []
}
