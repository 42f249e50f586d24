import { Form, Input } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { CallError } from '#kit/web/request.ts'
import { toastError, toastSuccess } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { openTask } from './openTask.tsx'
import { ProcessSelect } from './processFilter.tsx'
import { TOUCHED } from './useTaskCounts.ts'

const WIDTH = 480
const LONGEST = 200

/** 发起流程: which one and what for; its first task, when it is the person's own, opens at once. */
export async function openStart(): Promise<void> {
  const first = await openDialog<number | null>((close) => <StartDialog onClose={close} />)
  if (first !== null) await openTask(first)
}

function StartDialog({ onClose }: { onClose(task: number | null): void }) {
  const [processName, setProcess] = useState('')
  const [title, setTitle] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [running, setRunning] = useState(false)
  const start = async () => {
    if (processName === '') {
      setErrors({ processName: '请选择流程' })
      return
    }
    setRunning(true)
    try {
      // Not handed in yet: the first task may have a form to fill in.
      const { tasks } = await change(
        instanceCalls.start,
        { processName, title, submit: 0 },
        { quiet: true, touches: TOUCHED },
      )
      toastSuccess('发起成功')
      onClose(tasks[0] ?? null)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setErrors(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])))
      if (error.fields.length === 0) toastError(error.message)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Dialog
      title="发起流程"
      width={WIDTH}
      okText="发起"
      cancelText="取消"
      confirmLoading={running}
      onOk={() => void start()}
      onCancel={() => onClose(null)}
    >
      <Form component={false} layout="vertical" requiredMark>
        <Form.Item label="流程" htmlFor="start-process" required {...wrong(errors.processName)}>
          <ProcessSelect
            id="start-process"
            value={processName}
            placeholder="请选择"
            enabled
            onChange={(name) => {
              setProcess(name)
              setErrors({})
            }}
          />
        </Form.Item>
        <Form.Item label="标题" htmlFor="start-title" extra="不填时用流程名称" {...wrong(errors.title)}>
          <Input
            id="start-title"
            value={title}
            maxLength={LONGEST}
            placeholder="如 6月差旅报销"
            onChange={(event) => setTitle(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

const wrong = (message: string | undefined) =>
  message === undefined ? {} : { validateStatus: 'error' as const, help: message }
