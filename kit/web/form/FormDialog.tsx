import { Modal } from 'antd'
import { confirm } from '#kit/web/confirm.tsx'
import { Dialog } from '#kit/web/Dialog.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { FormBody } from './FormBody.tsx'
import type { FormModalOptions } from './FormModal.tsx'
import { useEntityForm } from './useEntityForm.ts'
import { LEAVE, useUnsaved } from './useForm.ts'
import { useRow } from './useRow.ts'
import { useStart } from './useStart.ts'

const WIDTH = 560
/** From this width on the inputs stand in two columns. */
const TWO_COLUMNS = 720

type Props = FormModalOptions & { onClose(id: number | null): void }

/** The dialog of `openForm`. */
export default function FormDialog(props: Props) {
  const { calls, id } = props
  const { row, loading, error, reading, reload } = useRow(calls.info, id)
  if (loading || error !== null)
    return (
      <Modal
        open
        title={titleOf(props)}
        mask={{ closable: false }}
        footer={null}
        onCancel={() => props.onClose(null)}
      >
        {error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void reload()} />}
      </Modal>
    )
  return <Ready key={reading} {...props} row={row} onReload={() => void reload()} />
}

const titleOf = ({ of, id, title }: FormModalOptions): string =>
  title ?? `${id === null ? '新增' : '编辑'}${of.label}`

interface ReadyProps extends Props {
  row: WireRow | undefined
  onReload(): void
}

function Ready(props: ReadyProps) {
  const { of, id, shape = of.shape, row, initial, width = WIDTH, onClose } = props
  const start = useStart(shape, row, initial, props.inputs)
  const { form, saving, save } = useEntityForm({ ...props, shape, start, onSaved: onClose })
  const unsaved = form.dirty
  useUnsaved(unsaved)
  const leave = async () => {
    if (unsaved && !(await confirm(LEAVE))) return
    if (unsaved) form.kept?.drop()
    onClose(null)
  }
  return (
    <Dialog
      title={titleOf(props)}
      width={width}
      okText="保存"
      cancelText="取消"
      confirmLoading={saving}
      onOk={() => void save()}
      onCancel={() => void leave()}
    >
      <form
        key={id}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <FormBody
          form={form}
          groups={props.groups}
          leftOut={props.leftOut}
          inputs={props.inputs}
          narrow={width < TWO_COLUMNS}
        />
        {props.below?.(form)}
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}
