import { useEffect, useRef, useState } from 'react'
import type { Call } from '#kit/shared/call.ts'
import { randomText } from '#kit/shared/envelope.ts'
import { STALE } from '#kit/shared/errors.ts'
import type { Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { confirm } from '#kit/web/confirm.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { CallError, CONFIRM } from '#kit/web/request.ts'
import { toastSuccess } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { type LeftOut, unsettable } from './places.ts'
import { type FormRules, type FormState, useForm } from './useForm.ts'
import { SCREEN } from './values.ts'

export interface EntityFormOptions extends FormRules {
  shape: Shape
  calls: { save?: Call; update?: Call }
  /** null: a new row */
  id: number | null
  start: WireRow
  /** what the form does not show, though it has it */
  leftOut?: LeftOut | undefined
  /** asked before it is sent, e.g. whether a likely double is meant; false: not now */
  before?: ((values: WireRow) => Promise<boolean>) | undefined
  /** an update that is checked like a new row, e.g. because it is handed in for a decision */
  whole?: (() => boolean) | undefined
  /** completes what is sent */
  complete?: ((input: Record<string, unknown>, values: WireRow) => Record<string, unknown>) | undefined
  /** further path prefixes whose answers the change makes old */
  touches?: readonly string[] | undefined
  /** said after it was saved, when 创建成功 or 编辑成功 is not what happened */
  success?: string | undefined
  /** gets the answer of the save, when it says more than the id, e.g. warnings */
  told?: ((answer: unknown) => void) | undefined
  onSaved(id: number): void
  /** somebody else changed the row: it must be read again */
  onReload(): void
}

export interface EntityForm {
  form: FormState
  saving: boolean
  save(): Promise<void>
}

const KEY_LENGTH = 24
const newKey = () => randomText(KEY_LENGTH, (count) => crypto.getRandomValues(new Uint8Array(count)))

/** A form over an entity: checks, sends with version and Idempotency-Key, places refusals at their fields. Frame §5. */
export function useEntityForm(options: EntityFormOptions): EntityForm {
  const {
    shape,
    calls,
    id,
    start,
    before,
    whole,
    complete,
    touches = [],
    success,
    told,
    onSaved,
    onReload,
  } = options
  const form = useForm(shape, start, options)
  useSettable(options)
  const [saving, setSaving] = useState(false)
  const key = useRef('')

  const save = async () => {
    if (saving || !form.check(id !== null && !(whole?.() ?? false))) return
    const call = id === null ? calls.save : calls.update
    if (call === undefined) return
    setSaving(true)
    key.current ||= newKey()
    try {
      if (before !== undefined && !(await before(form.values))) return
      const input = form.input(id !== null)
      const whole = complete?.(input, form.values) ?? input
      const target = id === null ? {} : { id, ...versionOf(start) }
      const answer = await change(
        call,
        { ...whole, ...target },
        { quiet: true, touches, ...(id === null ? { idempotencyKey: key.current } : {}) },
      )
      key.current = ''
      toastSuccess(success ?? (id === null ? '创建成功' : '编辑成功'))
      told?.(answer)
      onSaved(id ?? trust<{ id: number } | null>(answer)?.id ?? 0)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await refused(error)
    } finally {
      setSaving(false)
    }
  }

  const refused = async (error: CallError) => {
    // What did not come back may have been done: the next try must be known as the same save.
    if (error.code !== 0) key.current = ''
    // The person has read the question and declined.
    if (error.reason === CONFIRM) return
    if (error.code === 409 && error.message === STALE) {
      if (await confirm(`${STALE}。刷新后未保存的修改会丢失，是否刷新？`)) onReload()
      return
    }
    form.refuse(error)
  }

  return { form, saving, save }
}

// A save that is refused for a field which is not there leads nowhere: the tests that open the form fail with it.
function useSettable({ shape, inputs = {}, leftOut }: EntityFormOptions): void {
  const missing = unsettable(shape, inputs, SCREEN, leftOut).join(', ')
  useEffect(() => {
    if (missing !== '') console.error(`Required fields that the form cannot set: ${missing}`)
  }, [missing])
}

function versionOf(row: WireRow): { version?: number } {
  return typeof row.version === 'number' ? { version: row.version } : {}
}
