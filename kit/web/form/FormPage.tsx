import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import type { Entity } from '#kit/shared/entity.ts'
import { trust } from '#kit/shared/loose.ts'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { FormBody } from './FormBody.tsx'
import type { EntityFormProps } from './FormModal.tsx'
import { SaveBar } from './SaveBar.tsx'
import { useEntityForm } from './useEntityForm.ts'
import type { FormState } from './useForm.ts'
import { useRow } from './useRow.ts'
import { useStart } from './useStart.ts'

export interface FormPageProps extends EntityFormProps {
  /** null: a new row */
  id: number | null
  readOnly?: boolean
  /** why this row is not edited: said in place of the form */
  closed?: (row: WireRow) => string | null
  /** where saving and 取消 lead; the tab closes */
  back: string
  /** after a save, in place of going back */
  onSaved?: (id: number) => void
  /** the main button, before 保存, where there is more to do than to save. Screens §4: 提交 · 保存 · 取消 */
  lead?: (form: FormState, save: () => Promise<void>) => ReactNode
  /** further buttons beside 保存 */
  buttons?: (form: FormState, save: () => Promise<void>) => ReactNode
}

/** The form of an entity as a page: loads, checks, saves, guards what is not saved. Frame §5. */
export function FormPage(props: FormPageProps) {
  const { of, calls, id, readOnly = false } = props
  const { row, loading, error, reading, reload } = useRow(calls.info, id)
  useTitle(of, id, readOnly, row)
  if (loading) return <Loading rows={10} />
  if (error !== null) return <ErrorState error={error} onRetry={() => void reload()} />
  const why = row === undefined ? null : (props.closed?.(row) ?? null)
  if (why !== null) return <Empty text={why} />
  return <Ready key={reading} {...props} row={row} onReload={() => void reload()} />
}

function useTitle(of: Entity, id: number | null, readOnly: boolean, row: WireRow | undefined): void {
  const { setTitle } = useTab()
  const name = textOf(row?.[of.facts.title])
  const verb = readOnly ? '查看' : id === null ? '新增' : '编辑'
  useEffect(() => setTitle(`${verb}${of.label}${name === '' ? '' : ` ${name}`}`), [setTitle, verb, of, name])
}

// What waits for a decision (changeFields) is what the person goes on writing.
const withPending = (row: WireRow): WireRow => ({
  ...row,
  ...trust<WireRow | null | undefined>(row.pending),
})

interface ReadyProps extends FormPageProps {
  row: WireRow | undefined
  onReload(): void
}

function Ready(props: ReadyProps) {
  const { of, shape = of.shape, row, initial, back, readOnly = false } = props
  const tab = useTab()
  const start = useStart(shape, row && withPending(row), initial, props.inputs)
  const leave = () => {
    tab.setDirty(false)
    tab.close(back)
  }
  const { form, saving, save } = useEntityForm({
    ...props,
    shape,
    start,
    startOf: withPending,
    onSaved: props.onSaved ?? leave,
  })
  const lead = readOnly ? undefined : props.lead?.(form, save)
  return (
    <div className="k-page">
      <FormBody
        form={form}
        groups={props.groups}
        leftOut={props.leftOut}
        inputs={props.inputs}
        readOnly={readOnly}
        jumps
      />
      {props.below?.(form)}
      <SaveBar form={form} readOnly={readOnly} onLeave={leave}>
        {lead}
        {!readOnly && (
          <Button type={lead ? 'default' : 'primary'} loading={saving} onClick={() => void save()}>
            保存
          </Button>
        )}
        {props.buttons?.(form, save)}
      </SaveBar>
    </div>
  )
}
