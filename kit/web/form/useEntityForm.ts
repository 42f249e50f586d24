import { useEffect, useRef, useState } from 'react'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { STALE } from '#kit/shared/errors.ts'
import type { Shape } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { confirm } from '#kit/web/confirm.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { newKey } from '#kit/web/newKey.ts'
import { CallError, CONFIRM, request } from '#kit/web/request.ts'
import { toastSuccess, toastWarning } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { clashes, readAgain } from './changed.ts'
import { compareClashes } from './compareClashes.tsx'
import { type LeftOut, unsettable } from './places.ts'
import { fieldsInForm } from './sentLines.ts'
import { tellCreated } from './tellCreated.tsx'
import { useDraft } from './useDraft.ts'
import { type FormRules, type FormState, useForm } from './useForm.ts'
import { SCREEN } from './values.ts'

export interface EntityFormOptions extends FormRules {
  /** what is made by it; its page is offered once it is */
  of?: Entity
  shape: Shape
  calls: { info?: Call; save?: Call; update?: Call }
  /** null: a new row */
  id: number | null
  start: WireRow
  /** what the form starts with of a row, when that is not the row itself */
  startOf?: ((row: WireRow) => WireRow) | undefined
  /** of its dialog: tells forms of the same call apart */
  title?: string | undefined
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
  /** says itself what became of the save, and answers true; false: as usual */
  said?: ((id: number) => boolean) | undefined
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

/** A form over an entity: checks, sends with version and Idempotency-Key, places refusals at their fields. Frame §5. */
export function useEntityForm(options: EntityFormOptions): EntityForm {
  const {
    of,
    shape,
    calls,
    id,
    start,
    before,
    whole,
    complete,
    touches = [],
    success,
    said,
    told,
    onSaved,
    onReload,
  } = options
  const held = useForm(shape, start, options)
  const kept = useDraft(useDraftName(options, held), held, options.inputs)
  const form = { ...held, kept }
  useSettable(options)
  const [saving, setSaving] = useState(false)
  const key = useRef('')

  const save = async () => {
    if (saving || !form.check(id !== null && !(whole?.() ?? false))) return
    const call = id === null ? calls.save : calls.update
    if (call === undefined) return
    setSaving(true)
    key.current ||= newKey()
    let sent: object = {}
    try {
      if (before !== undefined && !(await before(form.values))) return
      const input = form.input(id !== null)
      const whole = complete?.(input, form.values) ?? input
      sent = whole
      const target = id === null ? {} : { id, ...versionOf(form.start) }
      const answer = await change(
        call,
        { ...whole, ...target },
        { quiet: true, touches, ...(id === null ? { idempotencyKey: key.current } : {}) },
      )
      key.current = ''
      kept.drop()
      const saved = id ?? trust<{ id: number } | null>(answer)?.id ?? 0
      if (!(said?.(saved) ?? false)) tell(saved)
      told?.(answer)
      onSaved(saved)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await refused(error, sent)
    } finally {
      setSaving(false)
    }
  }

  const tell = (saved: number) => {
    const text = success ?? (id === null ? '创建成功' : '编辑成功')
    if (id === null && of !== undefined) void tellCreated(text, of.name, saved)
    else toastSuccess(text)
  }

  const refused = async (error: CallError, sent: object) => {
    // What did not come back may have been done: the next try must be known as the same save.
    if (error.code !== 0) key.current = ''
    // The person has read the question and declined.
    if (error.reason === CONFIRM) return
    if (error.code === 409 && error.message === STALE) {
      await takeUp()
      return
    }
    form.refuse({ message: error.message, fields: fieldsInForm(error.fields, sent) })
  }

  // Somebody else has saved the row since: what they changed is taken over, and what both changed is asked about.
  const takeUp = async () => {
    if (calls.info === undefined) {
      if (await confirm(`${STALE}。刷新后未保存的修改会丢失，是否刷新？`)) onReload()
      return
    }
    const row = trust<WireRow>(await request(calls.info, { id }))
    const theirs = options.startOf?.(row) ?? row
    const own = Object.fromEntries(form.fields.map(([name]) => [name, form.values[name]]))
    const chosen = await compareClashes(shape, clashes(form.start, own, theirs), own, theirs)
    if (chosen === null) return
    form.become(theirs, { ...readAgain(form.values, form.start, theirs), ...chosen })
    toastWarning('已取得他人保存的内容，请核对后再次保存')
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

/**
 * Under which name the draft of a form is kept: its call and row. What a new one starts with and is completed by tells for
 * which record it is filled in.
 */
function useDraftName({ calls, id, title = '', complete }: EntityFormOptions, form: FormState): string {
  const [name] = useState(() => {
    if (id !== null) return `${calls.update?.path ?? ''}:${id}`
    const sent = complete?.(form.input(false), form.values)
    return `${calls.save?.path ?? ''}:${title}:${shortOf(JSON.stringify([form.start, sent]))}`
  })
  return name
}

/** A text of any length in a few letters. */
function shortOf(text: string): string {
  let sum = 5381
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 33) ^ text.charCodeAt(at)) >>> 0
  return `${text.length.toString(36)}${sum.toString(36)}`
}

function versionOf(row: WireRow): { version?: number } {
  return typeof row.version === 'number' ? { version: row.version } : {}
}
