import { BellOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTasks } from '#domains/files/useTasks.ts'
import { useUnread } from '#domains/settings/notice/useUnread.ts'
import { useLiveWaiting } from '#domains/settings/notice/useWaiting.ts'

// Every page has the bell, few people press it.
const BellPanel = lazy(() => import('./BellPanel.tsx'))

const MOST_SHOWN = 99

/** In the top bar: everything that waits for the person: decisions, messages and file tasks. Platform §10, §12.3, frame §5. */
export default function Bell() {
  const [isOpen, setOpen] = useState(false)
  const unread = useUnread()
  const running = useTasks()
  const waiting = useLiveWaiting()
  const undecided = waiting.reduce((sum, one) => sum + one.count, 0)
  const count = undecided + unread + running.length
  const parts = [
    ...(undecided > 0 ? [`${undecided}个单据待审核`] : []),
    ...(unread > 0 ? [`${unread}条未读`] : []),
    ...(running.length > 0 ? [`${running.length}个任务进行中`] : []),
  ]
  const title = ['消息与任务', ...parts].join('，')
  return (
    <>
      <Button
        type="text"
        className="k-bell"
        icon={<BellOutlined />}
        aria-label={title}
        title={title}
        onClick={() => setOpen(true)}
      >
        {count > 0 && <span className="k-bell-count">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>}
      </Button>
      {isOpen && (
        <Suspense>
          <BellPanel waiting={waiting} unread={unread} running={running} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
