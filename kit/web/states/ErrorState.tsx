import { ExclamationCircleOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { useInRouterContext, useLocation } from 'react-router'
import { NO_PERMISSION } from '#kit/shared/errors.ts'
import { goTo } from '#kit/web/navigate.ts'
import { CallError } from '#kit/web/request.ts'
import { crumbsOf } from '#kit/web/shell/places.ts'
import { useTab } from '#kit/web/tab.ts'

/** What is shown when data could not be had, with a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const code = error instanceof CallError ? error.code : 500
  // Trying again would not help against these.
  const final = code === 403 || code === 404
  const text = code === 403 ? NO_PERMISSION : error instanceof Error ? error.message : String(error)
  return (
    <div className="k-trouble" role="alert">
      <ExclamationCircleOutlined aria-hidden className="k-trouble-sign" />
      <strong>{final ? text : '加载失败'}</strong>
      {!final && <span className="k-hint">{text}</span>}
      {code === 404 && <Ways />}
      {!final && onRetry !== undefined && (
        <Button type="primary" onClick={onRetry}>
          重试
        </Button>
      )}
    </div>
  )
}

// A dialog stands outside of the pages and is closed by itself.
function Ways() {
  return useInRouterContext() ? <WaysOut /> : null
}

/** From a record that is gone: back to where the person came from, and to the list it would stand in. Screens §3. */
function WaysOut() {
  const tab = useTab()
  const { pathname } = useLocation()
  const list = crumbsOf(pathname).chain.at(-1)
  return (
    <Space wrap>
      <Button onClick={() => tab.close()}>返回</Button>
      {list !== undefined && list.component !== '' && list.component !== pathname && (
        <Button type="primary" onClick={() => goTo(list.component)}>
          去{list.name}
        </Button>
      )}
    </Space>
  )
}
