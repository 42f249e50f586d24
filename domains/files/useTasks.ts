import { useEffect } from 'react'
import {
  DOWNLOADS,
  UPLOADS,
  useWatchedTasks,
  type WatchedTask,
  watchListed,
} from '#kit/web/list/watchTask.tsx'
import { mayCall } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { exportTasks, importTasks } from './task.calls.ts'

const MOST = 20
const WAITING_OR_RUNNING = { status: '0,1', limit: MOST }

/** Where the person's file tasks are listed. */
export const PLACES = [
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
