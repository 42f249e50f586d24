import { Button, Result } from 'antd'
import { NO_PERMISSION } from '#kit/shared/errors.ts'
import { CallError } from '#kit/web/request.ts'

/** What is shown when data could not be had, with a way to try again. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const code = error instanceof CallError ? error.code : 500
  const text = code === 403 ? NO_PERMISSION : error instanceof Error ? error.message : String(error)
  const status = code === 403 ? 'warning' : code === 404 ? 'info' : 'error'
  return (
    <Result
      status={status}
      title={code === 404 || code === 403 ? text : '加载失败'}
      subTitle={code === 404 || code === 403 ? undefined : text}
      extra={
        onRetry !== undefined && code !== 403 && code !== 404 ? (
          <Button type="primary" onClick={onRetry}>
            重试
          </Button>
        ) : undefined
      }
    />
  )
}
