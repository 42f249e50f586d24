import { FAILED, MOVING } from '#kit/shared/fileTask.entity.ts'
import { onNotice } from '#kit/web/live.ts'
import { goTo } from '#kit/web/navigate.ts'
import { request } from '#kit/web/request.ts'
import { toastError, toastNotice } from '#kit/web/toast.ts'
import { importCalls } from './importing.ts'

export const DOWNLOADS = '/file/downloadFile'
export const UPLOADS = '/file/uploadFile'

const LOOK_MS = 3000

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

/** Tells the person when a task of theirs has ended, wherever they are by then. Platform §10. */
export function watchTask(taskId: number, page: TasksPage): void {
  let watching = true
  const look = async () => {
    const task = await request(importCalls().info, { id: taskId }, { quiet: true }).catch(() => null)
    if (!watching || (task !== null && MOVING.includes(task.status))) return
    watching = false
    clearInterval(timer)
    deafen()
    if (task === null) return
    if (task.status === FAILED) toastError(`${task.bizName}失败：${task.message}`)
    else
      toastNotice(
        <span>
          {task.bizName}已结束，请到
          <TasksLink to={page} />
          查看
        </span>,
      )
  }
  const deafen = onNotice(`task:${taskId}`, () => void look())
  // A short task may have ended before the line to the server stood.
  const timer = setInterval(() => void look(), LOOK_MS)
}
