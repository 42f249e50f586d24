import { BellOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useEffect } from 'react'
import { DOWNLOADS, UPLOADS, useWatchedTasks, watchListed } from '#kit/web/list/watchTask.tsx'
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

/** In the top bar: how many of the person's tasks are under way, how far they are, and the way to them. Platform §10. */
export default function TaskBell() {
  const running = useWatchedTasks()
  useRunning(PLACES[0])
  useRunning(PLACES[1])
  const places = PLACES.filter(({ call }) => mayCall(call))
  if (places.length === 0) return null
  const items = [
    ...running.map(({ id, name, percent, page }) => ({
      key: id,
      label: (
        <span className="k-bell-task">
          <span>{name}</span>
          <progress max={100} value={percent} aria-label={name} />
          <span>{percent}%</span>
        </span>
      ),
      onClick: () => goTo(page),
    })),
    ...(running.length > 0 ? [{ type: 'divider' as const }] : []),
    ...places.map(({ page, label }) => ({ key: page, label, onClick: () => goTo(page) })),
  ]
  const title = running.length > 0 ? `文件任务，${running.length}个进行中` : '文件任务'
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button type="text" className="k-bell" icon={<BellOutlined />} aria-label={title} title={title}>
        {running.length > 0 && <span className="k-bell-count">{running.length}</span>}
      </Button>
    </Dropdown>
  )
}

/** Follows what was under way before this window was opened, or was started without it. */
function useRunning({ call, page }: (typeof PLACES)[number]): void {
  const { data } = useCall(call, WAITING_OR_RUNNING, { quiet: true, enabled: mayCall(call) })
  useEffect(() => {
    if (data !== undefined) watchListed(data.list, page)
  }, [data, page])
}
