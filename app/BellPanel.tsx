import { Drawer } from 'antd'
import { BellTasks } from '#domains/files/BellTasks.tsx'
import { Notices } from '#domains/settings/notice/Notices.tsx'
import type { Waiting } from '#domains/settings/notice/useWaiting.ts'
import { WaitingList } from '#domains/settings/notice/WaitingList.tsx'
import type { WatchedTask } from '#kit/web/list/watchTask.tsx'

const WIDTH = 400

interface BellPanelProps {
  waiting: readonly Waiting[]
  unread: number
  running: readonly WatchedTask[]
  onClose(): void
}

/** What the bell counts: documents to decide, file tasks that are under way, and messages. */
export default function BellPanel({ waiting, unread, running, onClose }: BellPanelProps) {
  return (
    <Drawer open title="消息与任务" size={WIDTH} onClose={onClose}>
      <WaitingList waiting={waiting} onLeave={onClose} />
      <BellTasks running={running} onLeave={onClose} />
      <Notices unread={unread} onLeave={onClose} />
    </Drawer>
  )
}
