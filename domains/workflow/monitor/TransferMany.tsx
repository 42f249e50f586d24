import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { ref, text } from '#kit/fields/shared.ts'
import type { Call, OutWireOf } from '#kit/shared/call.ts'
import { confirm } from '#kit/web/confirm.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { FormBody } from '#kit/web/form/FormBody.tsx'
import { useForm } from '#kit/web/form/useForm.ts'
import { CallError } from '#kit/web/request.ts'
import { toastSuccess } from '#kit/web/toast.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { comment } from '../task/said.ts'
import { ProcessSelect } from '../todo/processFilter.tsx'
import { monitorCalls } from './monitor.calls.ts'
import { TOUCHES } from './monitorActs.tsx'
import './monitor.css'

type Done = OutWireOf<typeof monitorCalls.transferMany>

const SHOWN = 10
const SHAPE = {
  fromId: ref('转出人', 'admin', { required: true }),
  toId: ref('接收人', 'admin', { required: true }),
  processName: text('流程', { max: 100 }),
  comment,
}
const START = {}
const LIST: Call<unknown, unknown, unknown, OutWireOf<typeof monitorCalls.list>> = monitorCalls.list

const differ = ({ fromId, toId }: WireRow): Record<string, string> =>
  Number(fromId) > 0 && fromId === toId ? { toId: '接收人不能与转出人相同' } : {}

const INPUTS = {
  processName: { Input: ProcessInput },
  comment: { label: '说明' },
}

function ProcessInput({ value, onChange, id = '' }: InputProps) {
  return <ProcessSelect id={id} value={textOf(value)} placeholder="全部流程" onChange={onChange} />
}

/** 批量转办: what waits for somebody who leaves goes to somebody else. Workflow §4. */
export function TransferMany() {
  const form = useForm(SHAPE, START, {
    check: differ,
  })
  const [sending, setSending] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const from = Number(form.values.fromId ?? 0)
  const waiting = useCall(
    LIST,
    { adminId: from, processName: textOf(form.values.processName), state: 'running', limit: SHOWN },
    { enabled: from > 0, quiet: true, keep: true },
  )
  const page = from > 0 ? waiting.data : undefined
  const send = async () => {
    if (!form.check()) return
    if (!(await confirm('转出人的待办将全部改由接收人处理，确定转办吗？', { danger: true }))) return
    setSending(true)
    try {
      const answer = await change(monitorCalls.transferMany, form.input(false), {
        quiet: true,
        touches: TOUCHES,
      })
      setDone(answer)
      if (answer.failed.length === 0) toastSuccess(`已转办${answer.moved}个任务`)
    } catch (error) {
      if (error instanceof CallError) form.refuse(error)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="k-page">
      <p className="k-hint">
        员工离职或调岗时，把等待其处理的任务一次转给另一名员工；审批记录会保留转办双方。
      </p>
      <div className="wf-handover-form">
        <FormBody form={form} inputs={INPUTS} />
      </div>
      {page !== undefined && (
        <Note type={page.total > 0 ? 'info' : 'success'} title={preview(page.total, page.more ?? false)}>
          {page.list.map(({ id, title, processTitle }) => (
            <li key={id}>
              {title}（{processTitle}）
            </li>
          ))}
          {page.total > SHOWN && <li>…</li>}
        </Note>
      )}
      {done !== null && (
        <Note
          type={done.failed.length > 0 ? 'warning' : 'success'}
          title={`已转办${done.moved}个任务${done.failed.length > 0 ? `，${done.failed.length}个未能转办` : ''}`}
        >
          {done.failed.map(({ taskId, title, message }) => (
            <li key={taskId}>
              {title}：{message}
            </li>
          ))}
        </Note>
      )}
      <Button type="primary" loading={sending} disabled={page?.total === 0} onClick={() => void send()}>
        转办
      </Button>
    </div>
  )
}

const preview = (total: number, more: boolean): string =>
  total === 0 ? '没有等待该员工处理的任务' : `该员工在${total}${more ? '个以上' : '个'}流程中有待处理的任务`

interface NoteProps {
  type: 'info' | 'success' | 'warning'
  title: string
  children: ReactNode
}

function Note({ type, title, children }: NoteProps) {
  return (
    <Alert
      type={type}
      showIcon
      role="status"
      title={title}
      description={<ul className="wf-lines">{children}</ul>}
      style={{ marginBottom: 12 }}
    />
  )
}
