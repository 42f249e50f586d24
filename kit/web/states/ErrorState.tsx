import { ExclamationCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { NO_PERMISSION } from '#kit/shared/errors.ts'
import { CallError } from '#kit/web/request.ts'

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
      {!final && onRetry !== undefined && (
        <Button type="primary" onClick={onRetry}>
          重试
        </Button>
      )}
    </div>
  )
}
