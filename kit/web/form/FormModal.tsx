import { Modal } from 'antd'
import type { ReactNode } from 'react'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Shape } from '#kit/shared/field.ts'
import { confirm } from '#kit/web/confirm.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { FormBody, type FormGroup, type InputSettings } from './FormBody.tsx'
import { useEntityForm } from './useEntityForm.ts'
import { type FormRules, type FormState, useUnsaved } from './useForm.ts'
import { useRow } from './useRow.ts'
import { useStart } from './useStart.ts'

export const LEAVE = '有未保存的修改，确定离开吗？'

/** What form pages and form dialogs share. */
export interface EntityFormProps extends FormRules {
  of: Entity
  calls: { info?: Call; save?: Call; update?: Call }
  /** fields in place of the entity's, when the input has more (lines) or fewer */
  shape?: Shape
  groups?: readonly FormGroup[]
  inputs?: InputSettings
  /** values a new form starts with */
  initial?: WireRow
  readOnly?: boolean
  complete?: (input: Record<string, unknown>, values: WireRow) => Record<string, unknown>
  touches?: readonly string[]
  /** below the inputs */
  below?: (form: FormState) => ReactNode
}

export interface FormModalOptions extends EntityFormProps {
  /** null: a new row */
  id: number | null
  title?: string
  width?: number
}

const WIDTH = 560
/** From this width on the inputs stand in two columns. */
const TWO_COLUMNS = 720

/** Opens the form of an entity in a dialog; the id of the saved row, or null when the person gave up. */
export function openForm(options: FormModalOptions): Promise<number | null> {
  return openDialog<number | null>((close) => <FormModal {...options} onClose={close} />)
}

type Props = FormModalOptions & { onClose(id: number | null): void }

function FormModal(props: Props) {
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

function titleOf({ of, id, title, readOnly }: FormModalOptions): string {
  return title ?? `${readOnly ? '查看' : id === null ? '新增' : '编辑'}${of.label}`
}

interface ReadyProps extends Props {
  row: WireRow | undefined
  onReload(): void
}

function Ready(props: ReadyProps) {
  const { of, id, shape = of.shape, row, initial, width = WIDTH, readOnly = false, onClose } = props
  const phone = useIsPhone()
  const start = useStart(shape, row, initial)
  const { form, saving, save, box } = useEntityForm({ ...props, shape, start, onSaved: onClose })
  const unsaved = form.dirty && !readOnly
  useUnsaved(unsaved)
  const leave = async () => {
    if (!unsaved || (await confirm(LEAVE))) onClose(null)
  }
  return (
    <Modal
      open
      title={titleOf(props)}
      width={phone ? '100%' : width}
      {...(phone ? { className: 'k-full-modal' } : {})}
      mask={{ closable: false }}
      okText="保存"
      cancelText={readOnly ? '关闭' : '取消'}
      confirmLoading={saving}
      okButtonProps={readOnly ? { style: { display: 'none' } } : {}}
      onOk={() => void save()}
      onCancel={() => void leave()}
    >
      <div ref={box}>
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
            inputs={props.inputs}
            readOnly={readOnly}
            narrow={width < TWO_COLUMNS}
          />
          {props.below?.(form)}
          <input type="submit" hidden />
        </form>
      </div>
    </Modal>
  )
}
