import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Field, Shape } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import type { CallError } from '#kit/web/request.ts'
import { useTab } from '#kit/web/tab.ts'
import { leftError, newErrors, readAgain, same } from './changed.ts'
import { type Errors, placed, unseen, without } from './errors.ts'
import { showFirst } from './firstError.ts'
import type { OwnInputs } from './places.ts'
import type { FormKept } from './useDraft.ts'
import { errorsOf, inputFields, inputOfForm } from './values.ts'

export interface FormRules {
  /** fields that do not apply to these values: not shown, not checked, not sent */
  hidden?: ((name: string, values: WireRow) => boolean) | undefined
  /** what follows from a change, e.g. a name proposed from a chosen product */
  derive?: ((name: string, value: unknown, values: WireRow) => WireRow | undefined) | undefined
  /** checks over several fields */
  check?: ((values: WireRow) => Errors) | undefined
  /** what the form says of its inputs; those it brings itself make fields fillable that have no input of their type */
  inputs?: OwnInputs | undefined
}

/** What a form holds: wire values, their errors, and what is to be sent. */
export interface FormState {
  shape: Shape
  /** the fields a person fills in */
  fields: readonly [string, Field][]
  values: WireRow
  /** what they were before anything was typed: the row as it was read, or the initial values */
  start: WireRow
  errors: Errors
  /** what is wrong and stands at no field in view; '' when nothing is */
  refusal: string
  dirty: boolean
  isHidden(name: string): boolean
  set(name: string, value: unknown): void
  /** shows these errors; `rest` is what no field is to blame for, said above the foot of the form */
  setErrors(errors: Errors, rest?: string): void
  /** takes what a call was refused for: at its fields, the rest above the foot of the form. Screens §4 */
  refuse(error: Pick<CallError, 'message' | 'fields'>): void
  /** takes over a start and values, e.g. once somebody else has saved the row */
  become(start: WireRow, values: WireRow): void
  /** what was typed and not saved, as the browser keeps it */
  kept?: FormKept
  /** the person has read the refusal */
  forgive(): void
  /** checks what stands in a field, or in a cell of its lines, once a person leaves it */
  leave(path: string): void
  /** checks all fields, or only for what the changes made wrong; true when nothing is */
  check(onlyChanged?: boolean): boolean
  /** all fields for a save, the changed ones for an update */
  input(onlyChanged: boolean): Record<string, unknown>
  /** notes the fields a body of the form shows, and where; the answer takes the note back */
  shows(names: readonly string[], body: Element): () => void
}

/**
 * Holds the draft of a form over the given start values; when these come anew, as after a background read, what was
 * typed stays and the rest follows. Screens §4.
 */
export function useForm(shape: Shape, given: WireRow, rules: FormRules = {}): FormState {
  const [values, setValues] = useState(given)
  const [start, setStart] = useState(given)
  const [seen, setSeen] = useState(given)
  if (seen !== given && !same(seen, given)) {
    setSeen(given)
    setStart(given)
    setValues((now) => readAgain(now, start, given))
  }
  const [errors, keepErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState('')
  const shown = useRef(new Map<Element, readonly string[]>())
  const wanted = useRef(false)
  const { inputs } = rules
  const fields = useMemo(() => inputFields(shape, inputs), [shape, inputs])
  const dirty = useMemo(
    () => fields.some(([name]) => !same(values[name], start[name])),
    [fields, values, start],
  )
  const shows = useCallback((names: readonly string[], body: Element) => {
    shown.current.set(body, names)
    return () => void shown.current.delete(body)
  }, [])
  const showErrors = (found: Errors, rest = '') => {
    wanted.current = true
    keepErrors(found)
    // A refusal at a field that is not on the screen would be no answer at all.
    const said = unseen(found, new Set([...shown.current.values()].flat()), shape)
    setRefusal([rest, said].filter((one) => one !== '').join('；'))
  }
  useEffect(() => {
    // Only after a check or a refusal; errors that go away while typing must not move the page.
    if (wanted.current) showFirst([...shown.current.keys()], errors)
    wanted.current = false
  }, [errors])
  const { derive } = rules
  const set = useCallback(
    (name: string, value: unknown) => {
      setValues((now) => {
        const next = { ...now, [name]: value }
        return { ...next, ...derive?.(name, value, next) }
      })
      keepErrors((now) => without(now, name))
    },
    [derive],
  )
  const [left, setLeft] = useState<string | null>(null)
  // An input may hand its value over while it is being left, so the look at it comes after that.
  useEffect(() => {
    if (left === null) return
    setLeft(null)
    const message = leftError(shape, values, start, left)
    if (message !== undefined)
      keepErrors((now) => (now[left] === message ? now : { ...now, [left]: message }))
  }, [left, shape, values, start])
  const isHidden = (name: string) => rules.hidden?.(name, values) ?? false
  const errorsWith = (all: WireRow) => ({
    ...rules.check?.(all),
    ...errorsOf(fields, all, (name) => rules.hidden?.(name, all) ?? false),
  })
  return {
    shape,
    fields,
    values,
    start,
    errors,
    refusal,
    dirty,
    isHidden,
    set,
    setErrors: showErrors,
    refuse(error) {
      const found = placed(error.fields, shape)
      const all = Object.keys(found).length
      showErrors(found, all > 0 && all === error.fields.length ? '' : error.message)
    },
    become(start, values) {
      setStart(start)
      setValues(values)
      keepErrors({})
      setRefusal('')
    },
    forgive: () => setRefusal(''),
    leave: setLeft,
    check(onlyChanged = false) {
      const all = errorsWith(values)
      const found = onlyChanged ? newErrors(all, errorsWith(start), values, start) : all
      showErrors(found)
      return Object.keys(found).length === 0
    },
    input: (onlyChanged) => inputOfForm(fields, values, isHidden, onlyChanged ? start : undefined),
    shows,
  }
}

/** Asked before a form with changes is left. */
export const LEAVE = '有未保存的修改，确定离开吗？'

/** Unsaved changes: the tab asks before it closes, the browser before it leaves the page. Frame §5. */
export function useUnsaved(dirty: boolean): void {
  const { setDirty } = useTab()
  useEffect(() => {
    setDirty(dirty)
    if (!dirty) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', hold)
    return () => {
      removeEventListener('beforeunload', hold)
    }
  }, [dirty, setDirty])
}
