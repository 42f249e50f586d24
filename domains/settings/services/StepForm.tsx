import { Button, Modal, Space, Steps } from 'antd'
import { type FormEvent, useMemo, useState } from 'react'
import type { Call } from '#kit/shared/call.ts'
import { missingText, type Shape } from '#kit/shared/field.ts'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { FormBody, type InputSettings } from '#kit/web/form/FormBody.tsx'
import { useForm } from '#kit/web/form/useForm.ts'
import { useSend } from '#kit/web/form/useSend.ts'
import { openDialog } from '#kit/web/host.tsx'
import { change } from '#kit/web/useCall.ts'
import { PasswordInput } from '../PasswordInput.tsx'
import { CodeInput, CodeTarget } from './CodeInput.tsx'

/** One page of a form. */
interface Step {
  title: string
  fields: readonly string[]
  /** all of them have to be given here, although the call could do without */
  needed?: boolean
  /** asked before the next page opens */
  call?: Call
}

export interface StepFormProps {
  /** what the last page ends in */
  call: Call
  steps: readonly Step[]
  /** sent with it, and known to the calls of the pages */
  fixed?: WireRow
  /** what the codes are for: 0 注册, 1 修改 */
  types?: 0 | 1
  inputs?: InputSettings
  submit: string
  success: string
  complete?(input: Record<string, unknown>): Record<string, unknown>
  onDone(): unknown
}

const INPUTS: InputSettings = { password: { Input: PasswordInput }, code: { Input: CodeInput } }
const TOUCHES = ['/admin/pass', '/admin/sms']
const EMPTY: WireRow = {}

/** A form in one or several pages that ends in a call of the services. */
export function StepForm(props: StepFormProps) {
  const { call, steps, fixed = EMPTY, types = 1, submit, success, complete, onDone } = props
  const [at, setAt] = useState(0)
  const [going, setGoing] = useState(false)
  const step = steps[at] ?? steps[0]
  const shape = useMemo(() => shapeOf(steps, call), [steps, call])
  // Only the pages up to this one are checked, and only the fields of the last call are sent to it.
  const open = new Set(steps.slice(0, at + 1).flatMap(({ fields }) => fields))
  const form = useForm(shape, EMPTY, {
    hidden: (name) => !open.has(name),
    check: (values) => missing(shape, values, open),
  })
  const { saving, send } = useSend(call, form, {
    success,
    touches: TOUCHES,
    onDone,
    complete: (input) => {
      const own = Object.fromEntries(Object.entries(input).filter(([name]) => name in call.shape))
      return { ...fixed, ...(complete?.(own) ?? own) }
    },
  })
  const next = async () => {
    if (step?.call === undefined) {
      if (form.check()) setAt(at + 1)
      return
    }
    if (!form.check()) return
    setGoing(true)
    try {
      await change(step.call, { ...fixed, ...form.input(false) }, { touches: [] })
      setAt(at + 1)
    } catch {
      // The refusal has been shown.
    } finally {
      setGoing(false)
    }
  }
  const isLast = at === steps.length - 1
  const proceed = (event: FormEvent) => {
    event.preventDefault()
    void (isLast ? send() : next())
  }
  const wrong = Object.keys(form.errors).some((name) => !step?.fields.includes(name))
  return (
    <CodeTarget value={{ phone: textOf(form.values.phone ?? fixed.phone), types }}>
      {steps.length > 1 && (
        <Steps
          size="small"
          current={at}
          items={steps.map(({ title }) => ({ title }))}
          style={{ marginBottom: 20 }}
        />
      )}
      <form onSubmit={proceed}>
        <FormBody
          form={form}
          groups={[{ fields: step?.fields ?? [] }]}
          inputs={{ ...INPUTS, ...props.inputs }}
          narrow
          part
        />
        {wrong && <p className="k-hint">上一步填写的内容有误，请返回修改。</p>}
        <Space style={{ marginTop: 8 }}>
          {at > 0 && <Button onClick={() => setAt(at - 1)}>上一步</Button>}
          <Button type="primary" htmlType="submit" loading={saving || going}>
            {isLast ? submit : '下一步'}
          </Button>
        </Space>
      </form>
    </CodeTarget>
  )
}

function shapeOf(steps: readonly Step[], call: Call): Shape {
  const calls = [...steps.flatMap((step) => step.call ?? []), call]
  return Object.fromEntries(
    steps
      .flatMap(({ fields, needed }) => fields.map((name) => ({ name, needed })))
      .flatMap(({ name, needed }) => {
        const field = calls.map((one) => one.shape[name]).find((one) => one !== undefined)
        return field === undefined ? [] : [[name, needed ? { ...field, required: true } : field]]
      }),
  )
}

function missing(shape: Shape, values: WireRow, open: ReadonlySet<string>): Record<string, string> {
  const blank = Object.entries(shape).filter(
    ([name, field]) => open.has(name) && field.required && textOf(values[name]).trim() === '',
  )
  return Object.fromEntries(blank.map(([name, { type, label }]) => [name, missingText(type, label)]))
}

/** The same in a dialog. */
export function openSteps(title: string, props: Omit<StepFormProps, 'onDone'>): Promise<void> {
  return openDialog<void>((close) => (
    <Modal open title={title} footer={null} mask={{ closable: false }} onCancel={() => close()}>
      <StepForm {...props} onDone={() => close()} />
    </Modal>
  ))
}
