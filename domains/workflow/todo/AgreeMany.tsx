import { Form, Input } from 'antd'
import { useState } from 'react'
import { tellResult } from '#kit/web/batch.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { CallError } from '#kit/web/request.ts'
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

/** 批量同意: one opinion for all; what failed is told of each. Workflow §4. */
export function openAgreeMany(rows: readonly Target[]): Promise<null> {
  return openDialog<null>((close) => <AgreeMany rows={rows} onClose={() => close(null)} />)
}

function AgreeMany({ rows, onClose }: { rows: readonly Target[]; onClose(): void }) {
  const [comment, setComment] = useState('')
  const [running, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    try {
      const ids = rows.map(({ id }) => id).join(',')
      const answer = await change(taskCalls.agreeMany, { ids, comment }, { touches: TOUCHED })
      onClose()
      const failed = answer.results.filter((one) => !one.done)
      await tellResult(
        '批量同意',
        answer.results.length - failed.length,
        failed.map(({ title, message }) => ({ name: title, reason: message })),
      )
    } catch (error) {
      // A refused call has been shown.
      if (!(error instanceof CallError)) throw error
    } finally {
      setRunning(false)
    }
  }
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
