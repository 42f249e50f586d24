import { BellOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { BellTasks, useTasks } from '#domains/files/BellTasks.tsx'
import { Notices, useUnread } from '#domains/settings/notice/Notices.tsx'

const WIDTH = 400
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
  const close = () => setOpen(false)
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
      <Drawer open={isOpen} title="消息与任务" size={WIDTH} destroyOnHidden onClose={close}>
        <BellTasks running={running} onLeave={close} />
        <Notices unread={unread} onLeave={close} />
      </Drawer>
    </>
  )
}
