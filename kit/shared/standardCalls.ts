import { z } from 'zod'
import { flag, text } from '../fields/shared.ts'
import {
  answerOf,
  type Call,
  get,
  type InOf,
  idAnswer,
  idField,
  idsField,
  listAnswer,
  listInput,
  paging,
  patch,
  post,
  rowAnswer,
  rowsOf,
  someIds,
  taskAnswer,
} from './call.ts'
import type { Entity } from './entity.ts'
import { type Field, makeField, type Shape, wrongFormat } from './field.ts'
import { trust } from './loose.ts'

/** Rows as options of a select. */
export const optionsAnswer = answerOf(
  z.array(z.object({ value: z.number(), label: z.string(), disabled: z.boolean().optional() })),
)
export type Option = { value: number; label: string; disabled?: boolean | undefined }

/**
 * The usual calls of a master: list, info, save, update, delete, status, export, all; without those that `without` names,
 * and without status where the entity has no flag of this name that could be switched. Frame §3.
 */
export function standardCalls<
  N extends string,
  S extends Shape,
  const X extends Shape = Record<never, never>,
  const F extends Shape = Record<never, never>,
  const W extends StandardName = never,
>(
  prefix: string,
  of: Entity<N, S>,
  extra?: { list?: X; filters?: F; without?: readonly W[] },
): Omit<AllStandardCalls<N, S, X, F>, W | NoSwitch<S>> {
  const calls: Partial<AllStandardCalls<N, S, X, F>> = allStandardCalls(prefix, of, extra)
  for (const name of extra?.without ?? []) delete calls[name]
  if (of.shape.status?.type !== 'flag') delete calls.status
  return trust(calls)
}

type NoSwitch<S extends Shape> = S extends { readonly status: Field<infer T, infer _W> }
  ? [T] extends [0 | 1 | null]
    ? never
    : 'status'
  : 'status'

export type StandardName = keyof ReturnType<typeof allStandardCalls>
type AllStandardCalls<N extends string, S extends Shape, X extends Shape, F extends Shape> = ReturnType<
  typeof allStandardCalls<N, S, X, F>
>

function allStandardCalls<N extends string, S extends Shape, const X extends Shape, const F extends Shape>(
  prefix: string,
  of: Entity<N, S>,
  extra?: { list?: X; filters?: F },
) {
  const rows = rowsOf(of, extra?.list)
  const label = of.label
  return {
    list: get(`${prefix}/list`, {
      title: `${label}列表`,
      input: listInput(of, extra?.filters),
      answer: listAnswer(rows),
    }),
    info: get(`${prefix}/info/:id`, {
      title: `${label}详情`,
      input: { id: idField() },
      answer: rowAnswer(rows),
    }),
    save: post(`${prefix}/save`, { title: `新增${label}`, input: of.shape, answer: idAnswer }),
    update: patch(`${prefix}/update`, { title: `编辑${label}`, input: of.shape }),
    remove: post(`${prefix}/delete/:id`, { title: `删除${label}`, input: { id: idsField() } }),
    status: post(`${prefix}/update/status/:id`, {
      title: `启停${label}`,
      input: { id: idField(), status: makeStatus() },
    }),
    exportRows: post(`${prefix}/export`, {
      title: `导出${label}`,
      input: { ...listInput(of, extra?.filters), columns: text('导出列', { max: 2000 }) },
      answer: taskAnswer,
      business: 5,
    }),
    all: optionsCall(prefix, label, of.name),
  }
}

/**
 * The call that answers rows as options. The browser's manifests name it by its prefix, so that declaring how rows are
 * chosen does not load the declaration of the whole entity; the declaration that is served says what it `picks`.
 */
export function optionsCall(prefix: string, label: string, picks?: string) {
  return get(`${prefix}/all`, {
    title: `${label}选项`,
    permission: 'login',
    ...(picks === undefined ? {} : { picks }),
    input: {
      keywords: paging.keywords,
      ids: someIds(),
      /** of the ids those alone that can be chosen now; else chosen rows are named whatever became of them */
      offered: flag('仅可选', { initial: 0 }),
      limit: paging.limit,
    },
    answer: optionsAnswer,
  })
}

/**
 * A read that anybody signed in may ask, by its path alone and typed as its declaration, of which the browser's
 * manifests name the type only: `readAt<typeof unitCalls.all>('/admin/product/unit/all')`. Good for `request`, not for
 * asking what it permits or takes.
 */
export function readAt<C extends Pick<Call, 'path'>>(path: string): C {
  return trust(get(path, { title: '', permission: 'login' }))
}

/**
 * How many rows each tab of a list has under its other filters, by the value of the tab ('' = all of them); asked by
 * whoever may see the list. Frame §5.
 */
export function countsCall(list: Pick<Call, 'path' | 'permission' | 'shape'>, label: string) {
  return get(list.path.replace(/list$/, 'counts'), {
    title: `${label}页签`,
    permission: list.permission,
    input: list.shape,
    answer: answerOf(z.record(z.string(), z.number())),
  })
}

function makeStatus(): Field<0 | 1> {
  return makeField<0 | 1>({
    type: 'flag',
    label: '状态',
    facts: { required: true },
    empty: undefined,
    initial: undefined,
    json: { type: 'integer', enum: [0, 1] },
    read: (value) =>
      String(value) === '1' ? { value: 1 } : String(value) === '0' ? { value: 0 } : wrongFormat('状态'),
  })
}

/** What is asked of the call that answers options. */
export type OptionsAsked = InOf<ReturnType<typeof optionsCall>>
