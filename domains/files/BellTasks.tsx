import { Button } from 'antd'
import type { WatchedTask } from '#kit/web/list/watchTask.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { PLACES } from './useTasks.ts'

interface BellTasksProps {
  running: readonly WatchedTask[]
  /** before a page is opened */
  onLeave(): void
}

/** How far the tasks are, and the way to all of them; nothing for whoever may have none. */
export function BellTasks({ running, onLeave }: BellTasksProps) {
  const places = PLACES.filter(({ call }) => mayCall(call))
  if (places.length === 0) return null
  const open = (page: string) => {
    onLeave()
    goTo(page)
  }
  return (
    <section aria-label="文件任务" className="k-bell-tasks">
      <header>
        <h3>文件任务</h3>
        {places.map(({ page, label }) => (
          <Button key={page} type="link" size="small" onClick={() => open(page)}>
            {label}
          </Button>
        ))}
      </header>
      {running.map(({ id, name, percent, page }) => (
        <button key={id} type="button" className="k-bell-task" onClick={() => open(page)}>
          <span>{name}</span>
          <progress max={100} value={percent} aria-label={name} />
          <span>{percent}%</span>
        </button>
      ))}
    </section>
  )
}
