import { Button } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { goTo } from '#kit/web/navigate.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { ownNoticeCalls as calls } from './notice.calls.ts'
import './notice.css'

type Row = OutWireOf<typeof calls.list>['list'][number]

const STEP = 20
const MOST = 200

interface NoticesProps {
  unread: number
  /** before a page is opened */
  onLeave(): void
}

/** The person's messages, newest first; a click reads one and opens what it is about. Platform §12.3. */
export function Notices({ unread, onLeave }: NoticesProps) {
  const [limit, setLimit] = useState(STEP)
  const { data, error, refetch } = useCall(calls.list, { limit }, { quiet: true, keep: true })
  const open = async (row: Row) => {
    if (row.readTime === null) void change(calls.read, { ids: String(row.id) }).catch(() => undefined)
    if (row.link === '') return
    onLeave()
    goTo(row.link)
  }
  return (
    <section aria-label="站内信">
      <header className="set-notice-head">
        <h3>站内信</h3>
        <Button
          type="link"
          size="small"
          disabled={unread === 0}
          onClick={() => void change(calls.read, {}).catch(() => undefined)}
        >
          全部已读
        </Button>
      </header>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : data.list.length === 0 ? (
        <Empty text="暂无消息" />
      ) : (
        <ul className="set-notices">
          {data.list.map((row) => (
            <li key={row.id}>
              <button type="button" data-unread={row.readTime === null} onClick={() => void open(row)}>
                <span className="set-notice-title">
                  {row.readTime === null && <span className="set-notice-dot" role="img" aria-label="未读" />}
                  <strong>{row.type}</strong>
                  <time>{formatTime(row.createTime, browserZone)}</time>
                </span>
                <span>{row.content}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && data.total > data.list.length && limit < MOST && (
        <Button block onClick={() => setLimit(limit + STEP)}>
          加载更多
        </Button>
      )}
    </section>
  )
}
