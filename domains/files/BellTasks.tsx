import { Button } from 'antd'
import { useEffect } from 'react'
import {
  DOWNLOADS,
  UPLOADS,
  useWatchedTasks,
  type WatchedTask,
  watchListed,
} from '#kit/web/list/watchTask.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { exportTasks, importTasks } from './task.calls.ts'

const MOST = 20
const WAITING_OR_RUNNING = { status: '0,1', limit: MOST }

const PLACES = [
  { call: exportTasks, page: DOWNLOADS, label: '我的下载' },
  { call: importTasks, page: UPLOADS, label: '我的上传' },
] as const

/** The person's file tasks that are under way, those begun before this window or without it as well. Platform §10. */
export function useTasks(): readonly WatchedTask[] {
  useRunning(PLACES[0])
  useRunning(PLACES[1])
  return useWatchedTasks()
}

function useRunning({ call, page }: (typeof PLACES)[number]): void {
  const { data } = useCall(call, WAITING_OR_RUNNING, { quiet: true, enabled: mayCall(call) })
  useEffect(() => {
    if (data !== undefined) watchListed(data.list, page)
  }, [data, page])
}

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
