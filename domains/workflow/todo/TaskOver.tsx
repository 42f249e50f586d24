import { CheckCircleFilled, InfoCircleFilled } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { taskCalls } from '../task/task.calls.ts'

interface TaskOverProps {
  /** of the task that is over: not offered again */
  id: number
  text: string
  /** the person did it, and not somebody else before them */
  done: boolean
  onNext(id: number): void
  onLeave(): void
}

/** After a decision: what came of it, and the next to-do. Workflow §4. */
export function TaskOver({ id, text, done, onNext, onLeave }: TaskOverProps) {
  const { data, isFetching, isFetchedAfterMount } = useCall(
    taskCalls.list,
    { tab: 'todo', page: 1, limit: 2 },
    { quiet: true },
  )
  if (data === undefined && isFetching) return <Loading rows={4} />
  const next = data?.list.find((one) => one.id !== id)
  // What was known before may be decided by now. Read once, it may be pressed, also while it is read again: a button that
  // goes off between press and release does nothing.
  const known = isFetchedAfterMount || !isFetching
  return (
    <div className="td-over">
      {done ? (
        <CheckCircleFilled aria-hidden className="td-over-sign td-good" />
      ) : (
        <InfoCircleFilled aria-hidden className="td-over-sign td-note" />
      )}
      <h2 className="td-over-text" role={done ? 'status' : 'alert'}>
        {text}
      </h2>
      <p className="k-hint">
        {!known ? '正在查找下一条' : next === undefined ? '没有其他待办了' : `下一条：${next.title}`}
      </p>
      <Space wrap>
        {/* It stays while the to-dos are read again: what moved into its place would be pressed instead. */}
        {(!known || next !== undefined) && (
          <Button
            type="primary"
            disabled={!known || next === undefined}
            onClick={() => next !== undefined && onNext(next.id)}
          >
            处理下一条
          </Button>
        )}
        <Button onClick={onLeave}>返回我的待办</Button>
      </Space>
    </div>
  )
}
