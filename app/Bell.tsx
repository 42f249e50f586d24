import { BellOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTasks } from '#domains/files/useTasks.ts'
import { useUnread } from '#domains/settings/notice/useUnread.ts'

// Every page has the bell, few people press it.
const BellPanel = lazy(() => import('./BellPanel.tsx'))

const MOST_SHOWN = 99

/** In the top bar: everything that waits for the person's eye, messages and file tasks alike. Platform §10, §12.3. */
export default function Bell() {
  const [isOpen, setOpen] = useState(false)
  const unread = useUnread()
  const running = useTasks()
  const count = unread + running.length
  const parts = [
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
          <BellPanel unread={unread} running={running} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
