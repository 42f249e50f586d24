import { Alert, Button, Form, Space } from 'antd'
import {
  type ComponentType,
  type FocusEvent,
  memo,
  type ReactNode,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react'
import { FieldCell, FieldInput } from '#kit/fields/web.tsx'
import type { Field } from '#kit/shared/field.ts'
import { formatTime } from '#kit/shared/time.ts'
import type { CellProps, InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { JumpList } from '#kit/web/JumpList.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { FormDraft } from './draft.ts'
import { countIn, FormErrors } from './errors.ts'
import { type LeftOut, wholeGroups } from './places.ts'
import type { FormKept } from './useDraft.ts'
import type { FormState } from './useForm.ts'

/** Fields that belong together, under a title. */
export interface FormGroup {
  title?: string
  fields: readonly string[]
  /** a line of text below the title */
  note?: ReactNode
}

/** What a screen changes about one field. */
export interface InputSetting {
  /** in place of the input of the field's type */
  Input?: ComponentType<InputProps>
  /** in place of its value in a form that is only to be read */
  Cell?: ComponentType<CellProps>
  label?: string
  help?: ReactNode
  placeholder?: string
  disabled?: boolean | ((values: WireRow) => boolean)
  /** it has to be filled in with these values, though the field alone does not demand it: a star, and a check */
  required?: (values: WireRow) => boolean
  /** what is typed here is not kept in the browser */
  secret?: boolean
  /** takes the whole width; long texts, pictures and lines do anyway */
  wide?: boolean
}

export type InputSettings = Readonly<Record<string, InputSetting>>

interface FormBodyProps {
  form: FormState
  groups?: readonly FormGroup[] | undefined
  inputs?: InputSettings | undefined
  readOnly?: boolean | undefined
  /** one column, for narrow dialogs */
  narrow?: boolean | undefined
  leftOut?: LeftOut | undefined
  /** shows these groups alone: the others of the form stand in another body */
  part?: boolean | undefined
  /** a list of the groups above them, when there are many */
  jumps?: boolean | undefined
}

const WIDE = new Set(['longText', 'html', 'lines', 'images', 'files', 'json'])
const NO_INPUTS: InputSettings = {}
/** From so many titled groups on a list of them helps. */
const MANY = 3

/** The inputs of a form in their groups, then those that no group names. Frame §5. */
export function FormBody({
  form,
  groups,
  inputs = NO_INPUTS,
  readOnly = false,
  narrow = false,
  leftOut,
  part = false,
  jumps = false,
}: FormBodyProps) {
  const uid = useId()
  const fields = useMemo(() => new Map(form.fields), [form.fields])
  const shown: readonly FormGroup[] = part ? (groups ?? []) : wholeGroups(groups, [...fields.keys()], leftOut)
  const body = useRef<HTMLDivElement>(null)
  const namesIn = (group: FormGroup) =>
    group.fields.filter((name) => fields.has(name) && !form.isHidden(name))
  const names = shown.flatMap(namesIn).join()
  const { shows } = form
  useEffect(() => (body.current ? shows(names.split(','), body.current) : undefined), [shows, names])
  const titled = shown
    .map((group, index) => ({ id: `${uid}group${index}`, title: group.title ?? '', names: namesIn(group) }))
    .filter((group) => group.title !== '' && group.names.length > 0)
  return (
    <FormErrors value={form.errors}>
      <FormDraft value={form.values}>
        <Form component={false} layout="vertical" requiredMark>
          <div ref={body}>
            {!readOnly && form.kept !== undefined && <KeptNote kept={form.kept} />}
            {jumps && titled.length >= MANY && (
              <JumpList
                sections={titled.map(({ id, title, names }) => ({
                  id,
                  title,
                  wrong: countIn(form.errors, names),
                }))}
              />
            )}
            {shown.map((group, index) => {
              const names = namesIn(group)
              if (names.length === 0) return null
              return (
                <section key={group.title ?? names[0]} id={`${uid}group${index}`} className="k-group">
                  {group.title !== undefined && <h3 className="k-group-title">{group.title}</h3>}
                  {group.note !== undefined && <p className="k-hint">{group.note}</p>}
                  <div className={narrow ? 'k-grid k-grid-narrow' : 'k-grid'}>
                    {names.map((name) => {
                      const field = fields.get(name)
                      if (field === undefined) return null
                      const setting = inputs[name]
                      // A table under its own title needs no second one.
                      const titled = names.length === 1 && group.title === field.label
                      const off = setting?.disabled
                      return (
                        <FormItem
                          key={name}
                          id={`${uid}-${name}`}
                          name={name}
                          field={field}
                          setting={setting}
                          titled={titled}
                          value={form.values[name]}
                          // Only read-only cells look at the row.
                          row={readOnly ? form.values : undefined}
                          error={form.errors[name]}
                          disabled={typeof off === 'function' ? off(form.values) : (off ?? false)}
                          required={field.required === true || (setting?.required?.(form.values) ?? false)}
                          set={form.set}
                          leave={form.leave}
                        />
                      )
                    })}
                  </div>
                </section>
              )
            })}
            {form.refusal !== '' && (
              <Alert
                className="k-refusal"
                type="error"
                showIcon
                title={form.refusal}
                closable={{ onClose: form.forgive, 'aria-label': '关闭' }}
              />
            )}
          </div>
        </Form>
      </FormDraft>
    </FormErrors>
  )
}

/** What an earlier visit left and did not save, to be taken up or thrown away. Screens §4. */
function KeptNote({ kept }: { kept: FormKept }) {
  if (kept.at === null) return null
  return (
    <Alert
      className="k-kept"
      type="warning"
      showIcon
      title={`有${formatTime(kept.at, browserZone)}未保存的内容`}
      action={
        <Space>
          <Button size="small" onClick={() => void kept.restore()}>
            恢复
          </Button>
          <Button size="small" onClick={kept.discard}>
            丢弃
          </Button>
        </Space>
      }
    />
  )
}

interface FormItemProps {
  id: string
  name: string
  field: Field
  setting: InputSetting | undefined
  /** the title of the group says what it is */
  titled: boolean
  value: unknown
  /** given: the form is only to be read */
  row: WireRow | undefined
  error: string | undefined
  disabled: boolean
  required: boolean
  set(name: string, value: unknown): void
  leave(path: string): void
}

const FormItem = memo(function FormItem({
  id,
  name,
  field,
  setting,
  titled,
  value,
  row,
  error,
  disabled,
  required,
  set,
  leave,
}: FormItemProps) {
  const Input = setting?.Input ?? FieldInput
  const Cell = setting?.Cell ?? FieldCell
  const wide = setting?.wide ?? WIDE.has(field.type)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the inputs inside being left and is not operated itself
    <div
      className={wide ? 'k-item k-item-wide' : 'k-item'}
      data-path={name}
      onBlur={row === undefined ? (event) => tellLeft(event, leave) : undefined}
    >
      <Form.Item
        label={titled ? undefined : (setting?.label ?? field.label)}
        htmlFor={id}
        required={row === undefined && required}
        validateStatus={error === undefined ? '' : 'error'}
        help={error === undefined ? undefined : <span id={`${id}-help`}>{error}</span>}
        extra={row === undefined ? (setting?.help ?? field.help) : undefined}
      >
        {row === undefined ? (
          <Input
            id={id}
            field={field}
            path={name}
            value={value}
            disabled={disabled}
            invalid={error !== undefined}
            {...(setting?.placeholder === undefined ? {} : { placeholder: setting.placeholder })}
            onChange={(next) => set(name, next)}
          />
        ) : (
          <Cell field={field} name={name} value={value} row={row} wide />
        )}
      </Form.Item>
    </div>
  )
})

// A cell of a line table stands at a path of its own. Moving between the parts of one input is not leaving it.
function tellLeft(event: FocusEvent<HTMLElement>, leave: (path: string) => void): void {
  const place = event.target.closest<HTMLElement>('[data-path]')
  const to = event.relatedTarget
  if (place?.dataset.path === undefined || (to instanceof Node && place.contains(to))) return
  leave(place.dataset.path)
}
