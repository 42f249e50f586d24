import { Button, Form, Input, Space } from 'antd'
import { useId, useState } from 'react'
import type { Call } from '#kit/shared/call.ts'
import { CallError } from '#kit/web/request.ts'
import { mayCall } from '#kit/web/session.ts'
import { useChange } from '#kit/web/useCall.ts'

interface ExamineProps<In, InWire, Out, OutWire> {
  call: Call<In, InWire, Out, OutWire>
  /** what the call is given for a decision */
  input(pass: boolean, opinion: string): InWire
  onDone?(pass: boolean): void
  touches?: readonly string[]
}

const OPINION_MAX = 200
const LINES = { minRows: 1, maxRows: 5 }

/** 通过 / 驳回 with an opinion, which is the question already; a rejection needs a reason. Nothing without the permission. A bar that stays in view at the bottom of what is decided. Screens §3. */
export function Examine<In, InWire, Out, OutWire>(props: ExamineProps<In, InWire, Out, OutWire>) {
  const { call, input, onDone, touches = [] } = props
  const { run, running } = useChange(call, { success: '操作成功', touches })
  const [opinion, setOpinion] = useState('')
  const [error, setError] = useState('')
  const id = useId()
  if (!mayCall(call)) return null
  const decide = async (pass: boolean) => {
    const given = opinion.trim()
    if (!pass && given === '') {
      setError('请输入驳回原因')
      document.getElementById(id)?.focus()
      return
    }
    try {
      await run(input(pass, given))
      onDone?.(pass)
    } catch (cause) {
      if (cause instanceof CallError) setError(cause.fields[0]?.message ?? '')
    }
  }
  return (
    <section className="k-decide" aria-label="审核">
      <Form component={false}>
        <Form.Item
          validateStatus={error === '' ? '' : 'error'}
          help={error === '' ? undefined : <span id={`${id}-help`}>{error}</span>}
        >
          <Input.TextArea
            id={id}
            aria-label="审核意见"
            placeholder="审核意见，驳回时必填"
            value={opinion}
            autoSize={LINES}
            maxLength={OPINION_MAX}
            {...(error === '' ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-help` })}
            onChange={(event) => {
              setOpinion(event.target.value)
              setError('')
            }}
          />
        </Form.Item>
      </Form>
      <Space>
        <Button type="primary" loading={running} onClick={() => void decide(true)}>
          通过
        </Button>
        <Button danger disabled={running} onClick={() => void decide(false)}>
          驳回
        </Button>
      </Space>
    </section>
  )
}
