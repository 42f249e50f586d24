import { useSyncExternalStore } from 'react'
import { FAILED, MOVING } from '#kit/shared/fileTask.entity.ts'
import { onNotice } from '#kit/web/live.ts'
import { goTo } from '#kit/web/navigate.ts'
import { invalidate } from '#kit/web/query.ts'
import { request } from '#kit/web/request.ts'
import { onSessionEnd } from '#kit/web/session.ts'
import { toastNotice } from '#kit/web/toast.ts'
import { importCalls, type TaskState } from './importing.ts'

export const DOWNLOADS = '/file/downloadFile'
export const UPLOADS = '/file/uploadFile'

type TasksPage = typeof DOWNLOADS | typeof UPLOADS

/** The way to the person's file tasks, for texts that stand outside of pages. */
export function TasksLink({ to }: { to: TasksPage }) {
  return (
    <a
      href={to}
      onClick={(event) => {
        event.preventDefault()
        goTo(to)
      }}
    >
      {to === DOWNLOADS ? '我的下载' : '我的上传'}
    </a>
  )
}

/** A task of the person that is under way. */
export interface WatchedTask {
  id: number
  name: string
  percent: number
  page: TasksPage
}

let watched: readonly WatchedTask[] = []
/** ended, but perhaps still in a list that was asked before */
const ended = new Map<number, TasksPage>()
const stops = new Map<number, () => void>()
const listeners = new Set<() => void>()

function become(next: readonly WatchedTask[]): void {
  watched = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The tasks of the person that are under way, as far as this window knows of them. Platform §10. */
export function useWatchedTasks(): readonly WatchedTask[] {
  return useSyncExternalStore(subscribe, () => watched)
}

/** Follows a task and tells the person when it has ended, wherever they are by then. Platform §10. */
export function watchTask(
  id: number,
  page: TasksPage,
  known: { name?: string; percent?: number } = {},
): void {
  if (stops.has(id)) return
  stops.set(
    id,
    onNotice(`task:${id}`, () => void look(id, page)),
  )
  become([...watched, { id, name: '', percent: 0, page, ...known }])
  void look(id, page)
}

/** Follows the tasks that the server lists as being under way, e.g. those started in another window. */
export function watchListed(
  list: readonly { id: number; bizName: string; percent: number }[],
  page: TasksPage,
): void {
  for (const [id, of] of ended) if (of === page && !list.some((task) => task.id === id)) ended.delete(id)
  for (const { id, bizName: name, percent } of list)
    if (!ended.has(id)) watchTask(id, page, { name, percent })
}

async function look(id: number, page: TasksPage): Promise<void> {
  const task = await request(importCalls().info, { id }, { quiet: true }).catch(() => null)
  // Another answer may have told the end before.
  if (!stops.has(id)) return
  if (task !== null && MOVING.includes(task.status)) {
    const { bizName: name, percent } = task
    become(watched.map((one) => (one.id === id ? { ...one, name, percent } : one)))
    return
  }
  forget(id)
  ended.set(id, page)
  void invalidate('/file')
  if (task !== null) tellEnd(task, page)
}

function forget(id: number): void {
  stops.get(id)?.()
  stops.delete(id)
  become(watched.filter((one) => one.id !== id))
}

const DONE = 2
const PARTLY = 6

function tellEnd({ status, bizName, message, fail }: TaskState, page: TasksPage): void {
  const ends: Record<number, [Parameters<typeof toastNotice>[1], string]> = {
    [DONE]: ['success', `${bizName}已完成`],
    [PARTLY]: ['warning', `${bizName}部分成功，${fail}行失败`],
    [FAILED]: ['error', `${bizName}失败：${message}`],
  }
  const end = ends[status]
  // Whoever cancelled it knows.
  if (end === undefined) return
  const [kind, text] = end
  toastNotice(
    <span>
      {text}，请到
      <TasksLink to={page} />
      查看
    </span>,
    kind,
  )
}

onSessionEnd(() => {
  ended.clear()
  for (const id of [...stops.keys()]) forget(id)
})
