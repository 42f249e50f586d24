import type { Shape } from '#kit/shared/field.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormBody, type InputSettings } from '#kit/web/form/FormBody.tsx'
import { useForm } from '#kit/web/form/useForm.ts'
import { useStart } from '#kit/web/form/useStart.ts'
import { openDialog } from '#kit/web/host.tsx'

interface Wish {
  title: string
  shape: Shape
  inputs?: InputSettings
  initial?: WireRow
}

/** Asks for the values of some fields, to be set on many rows; null when the person gave up. */
export function askFields(wish: Wish): Promise<WireRow | null> {
  return openDialog<WireRow | null>((close) => <FieldsDialog {...wish} onClose={close} />)
}

const WIDTH = 520

function FieldsDialog({
  title,
  shape,
  inputs,
  initial,
  onClose,
}: Wish & { onClose(values: WireRow | null): void }) {
  const start = useStart(shape, undefined, initial)
  const form = useForm(shape, start)
  return (
    <Dialog
      title={title}
      width={WIDTH}
      onOk={() => form.check() && onClose(form.input(false))}
      onCancel={() => onClose(null)}
    >
      <FormBody form={form} inputs={inputs} narrow />
    </Dialog>
  )
}
