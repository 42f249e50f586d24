import { useRef, useState } from 'react'
import { choice, choices, text } from '#kit/fields/shared.ts'
import type { Shape } from '#kit/shared/field.ts'
import { confirm } from '#kit/web/confirm.tsx'
import { textOf, type WireRow } from '#kit/web/fieldUi.ts'
import { type FormState, useForm } from '#kit/web/form/useForm.ts'
import { startValues } from '#kit/web/form/values.ts'
import { CallError } from '#kit/web/request.ts'
import { toastError } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { said } from '../task/said.ts'
import type { TaskInfo } from '../task/task.calls.ts'
import { shapeOf } from './nodeFields.ts'
import type { Decision, TaskDoing } from './taskActs.tsx'
import { TOUCHED } from './useTaskCounts.ts'

/** Begin of the names of the inputs for the next people; the node follows. */
export const CHOSEN = 'chosen.'
const VARIABLES = 'variables.'

/** Reasons why the task cannot be worked on any more: the person is led back with them. Workflow §3.1, §3.9. */
const GONE = new Set(['TASK_CLOSED', 'TASK_NOT_FOUND', 'ORDER_CLOSED', 'FORBIDDEN'])

/** Actions that mean: the person decides about it now. */
const DECIDING = new Set(['agree', 'disagree', 'reject', 'resubmit'])

export interface TaskWork {
  examine: boolean
  /** fields that are only read */
  read: Shape
  /** fields of the node the person fills in */
  form: FormState
  /** opinion, attachments, signature, the next people */
  panel: FormState
  doing: TaskDoing
}

interface Wish {
  /** the person's part is over: with what they did, or with why it was not possible */
  onOver(text: string, done: boolean): void
  /** somebody else changed the task: it is read again, what was written stays */
  onStale(): void
}

/** The two forms of a task, and how decisions are sent with them. */
export function useDecision(info: TaskInfo, { onOver, onStale }: Wish): TaskWork {
  const examine = info.actions.some(({ action }) => DECIDING.has(action))
  // As the task was when it was opened: what is read again while somebody writes must not take it away.
  const [parts] = useState(() => partsOf(info, examine))
  const form = useForm(parts.edit, parts.values)
  const panel = useForm(parts.panel, parts.said)
  const sending = useRef(false)

  const decide = async ({ call, label, more, commentRequired, withForm = false, prompt, done }: Decision) => {
    if (sending.current) return
    const silent = commentRequired && textOf(panel.values.comment).trim() === ''
    if (silent) panel.setErrors({ comment: `${label}时请输入审批意见` })
    const panelGood = !silent && panel.check()
    const formGood = !withForm || form.check()
    if (!panelGood || !formGood) return
    if (prompt !== undefined && !(await confirm(prompt, { danger: true }))) return
    sending.current = true
    try {
      const input = {
        ...saidOf(panel, info),
        ...(withForm ? { variables: form.input(false) } : {}),
        ...more,
        id: info.task.id,
        version: info.task.version,
      }
      await change(call, input, { quiet: true, touches: TOUCHED })
      onOver(done ?? `已${label}`, true)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      refused(error)
    } finally {
      sending.current = false
    }
  }

  const refused = (error: CallError) => {
    if (GONE.has(error.reason) || error.code === 404) {
      onOver(error.message, false)
      return
    }
    const inForm = placed(error, form.shape, VARIABLES)
    const inPanel = placed(error, panel.shape, '')
    form.setErrors(inForm)
    panel.setErrors(inPanel)
    if (Object.keys(inForm).length + Object.keys(inPanel).length === 0) toastError(error.message)
    if (error.code === 409) onStale()
  }

  return {
    examine,
    read: parts.read,
    form,
    panel,
    doing: {
      decide,
      comment: () => textOf(panel.values.comment),
      over: (label) => onOver(`已${label}`, true),
    },
  }
}

function partsOf(info: TaskInfo, examine: boolean) {
  const editable = info.fields.filter(({ right }) => examine && right === 'edit')
  const edit = shapeOf(editable)
  const chosen = info.choosable.map(({ node, name, many, candidates }) => {
    const people = candidates.map((one) => ({ value: one.id, label: one.name }))
    const label = `“${name}”的处理人`
    return [`${CHOSEN}${node}`, many ? choices(label, people) : choice(label, people)] as const
  })
  const { attachments, signature } = said
  const panel: Shape = {
    comment: text('审批意见', { max: 1000, long: true }),
    ...Object.fromEntries(chosen),
    attachments,
    signature,
  }
  return {
    edit,
    read: shapeOf(info.fields.filter((one) => !editable.includes(one))),
    values: startValues(edit, given(editable)),
    panel,
    said: startValues(panel),
  }
}

// What has no value yet starts with the initial one of its type.
const given = (fields: TaskInfo['fields']): WireRow =>
  Object.fromEntries(
    fields
      .filter(({ value }) => value !== null && value !== undefined)
      .map(({ name, value }) => [name, value]),
  )

function saidOf(panel: FormState, info: TaskInfo): Record<string, unknown> {
  const { comment, attachments, signature } = panel.input(false)
  const chosen = info.choosable
    .map(({ node }) => [node, [panel.values[`${CHOSEN}${node}`] ?? []].flat()] as const)
    .filter(([, people]) => people.length > 0)
  return { comment, attachments, signature, chosen: Object.fromEntries(chosen) }
}

function placed({ fields }: CallError, shape: Shape, begin: string): Record<string, string> {
  const names = Object.keys(shape)
  return Object.fromEntries(
    fields.flatMap(({ field, message }) => {
      const name = names.find((one) => field === `${begin}${one}` || field.startsWith(`${begin}${one}.`))
      return name === undefined ? [] : [[name, message]]
    }),
  )
}
