import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { CallError } from '#kit/web/request.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { change } from '#kit/web/useCall.ts'
import { taskCalls } from '../task/task.calls.ts'
import { Phrases, withPhrase } from './Phrases.tsx'
import { TOUCHED } from './useTaskCounts.ts'

const WIDTH = 560
const LONGEST = 1000

interface Target {
  id: number
  title: string
}
type Results = OutWireOf<typeof taskCalls.agreeMany>['results']

/** 批量同意: one opinion for all, then what became of each. Workflow §4. */
export function openAgreeMany(rows: readonly Target[]): Promise<null> {
  return openDialog<null>((close) => <AgreeMany rows={rows} onClose={() => close(null)} />)
}

function AgreeMany({ rows, onClose }: { rows: readonly Target[]; onClose(): void }) {
  const [comment, setComment] = useState('')
  const [running, setRunning] = useState(false)
  const [results, setResults] = useState<Results | null>(null)
  const run = async () => {
    setRunning(true)
    try {
      const ids = rows.map(({ id }) => id).join(',')
      const answer = await change(taskCalls.agreeMany, { ids, comment }, { touches: TOUCHED })
      setResults(answer.results)
    } catch (error) {
      // A refused call has been shown.
      if (!(error instanceof CallError)) throw error
    } finally {
      setRunning(false)
    }
  }
  if (results !== null) return <Result results={results} onClose={onClose} />
  return (
    <Dialog
      title={`批量同意（${rows.length}条）`}
      width={WIDTH}
      okText="同意"
      cancelText="取消"
      confirmLoading={running}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <ul className="td-many">
        {rows.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      <Form component={false} layout="vertical">
        <Form.Item
          label="审批意见"
          htmlFor="agree-many"
          extra={<Phrases onPick={(phrase) => setComment(withPhrase(comment, phrase))} />}
        >
          <Input.TextArea
            id="agree-many"
            value={comment}
            rows={3}
            maxLength={LONGEST}
            onChange={(event) => setComment(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

function Result({ results, onClose }: { results: Results; onClose(): void }) {
  const done = results.filter((one) => one.done).length
  return (
    <Dialog
      title="批量同意结果"
      width={WIDTH}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          关闭
        </Button>
      }
    >
      <p role="status">
        成功{done}条，失败{results.length - done}条
      </p>
      <ul className="td-many">
        {results.map((one) => (
          <li key={one.id}>
            <StateTag label={one.done ? '成功' : '失败'} color={one.done ? 'green' : 'red'} />
            {one.title}
            {!one.done && <div className="k-error">{one.message}</div>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
