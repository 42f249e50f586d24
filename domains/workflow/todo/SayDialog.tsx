import type { ReactNode } from 'react'
import type { Call } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormBody, type InputSettings } from '#kit/web/form/FormBody.tsx'
import { type FormRules, useForm } from '#kit/web/form/useForm.ts'
import { useSend } from '#kit/web/form/useSend.ts'
import { useStart } from '#kit/web/form/useStart.ts'
import { openDialog } from '#kit/web/host.tsx'

const WIDTH = 520

interface SayOptions extends FormRules {
  title: string
  call: Call
  shape: Shape
  start?: WireRow
  inputs?: InputSettings
  /** above the inputs */
  note?: ReactNode
  success: string
  complete(input: Record<string, unknown>): Record<string, unknown>
  touches: readonly string[]
}

/** Asks for what an action needs and does it; whether it was done. What is refused stays open at its field. */
export function openSay(options: SayOptions): Promise<boolean> {
  return openDialog<boolean>((close) => <SayDialog {...options} onClose={close} />)
}

function SayDialog(props: SayOptions & { onClose(done: boolean): void }) {
  const { title, call, shape, note, success, complete, touches, onClose } = props
  const start = useStart(shape, undefined, props.start)
  const form = useForm(shape, start, props)
  const { saving, save, send } = useSend(call, form, {
    success,
    complete,
    touches,
    onDone: () => onClose(true),
  })
  return (
    <Dialog
      title={title}
      width={WIDTH}
      okText="确定"
      cancelText="取消"
      confirmLoading={saving}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      {note}
      <form onSubmit={save}>
        <FormBody form={form} inputs={props.inputs} narrow />
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}
