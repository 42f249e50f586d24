import { z } from 'zod'
import { choice, flag, json, lines, text } from '../fields/shared.ts'
import {
  type Call,
  get,
  idAnswer,
  idField,
  idsField,
  patch,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
  target,
} from './call.ts'
import { type DocumentStates, decisionFields, documentStates, partyStates } from './document.ts'
import { type DocumentPlaces, placesAt } from './documentPages.ts'
import type { Entity } from './entity.ts'
import type { Shape } from './field.ts'
import { trust } from './loose.ts'
import { permissionOf } from './path.ts'
import type { FactsPart, PageRights } from './room.ts'
import { standardCalls } from './standardCalls.ts'

const submit = flag('提交')

/** What was changed since the last approval, while it is to be decided again; null: it was never approved. Screens §3. */
const changedField = json(
  '修改项',
  z.array(z.object({ field: z.string(), before: z.unknown() })).nullable(),
  { readOnly: true },
)

const DECISIONS = [
  { value: 1, label: '通过' },
  { value: 2, label: '驳回' },
] as const

/** What a decision on a document says. */
export const examineInput = {
  ...target,
  auditStatus: choice('审核状态', DECISIONS, { required: true }),
  opinion: text('审核意见', { max: 200 }),
}

interface Answers<X extends Shape, F extends Shape, I extends Shape> {
  /** further fields of its rows: joins, counts, figures */
  list?: X
  filters?: F
  /** further fields of info and print */
  info?: I
}

/**
 * The usual calls of a document: those of a master but the switch, submit, withdraw, examine and print. Save and update
 * take `submit: 1` to hand the document in at once; info and print bring its decisions (`history`) and what `info` adds.
 * Frame §3, §7; catalog §8.6.
 */
function documentCalls<
  N extends string,
  S extends Shape,
  const X extends Shape,
  const F extends Shape,
  const I extends Shape,
>(prefix: string, of: Entity<N, S>, extra: Answers<X, F, I>) {
  const label = of.label
  const told: I = trust(extra.info ?? {})
  const whole = {
    ...rowsOf(of, extra.list),
    ...told,
    history: lines('审核记录', decisionFields),
  }
  return {
    ...standardCalls<N, S, X, F, 'status'>(prefix, of, { ...extra, without: ['status'] }),
    info: get(`${prefix}/info/:id`, {
      title: `${label}详情`,
      input: { id: idField() },
      answer: rowAnswer({ ...whole, changed: changedField }),
    }),
    save: post(`${prefix}/save`, { title: `新增${label}`, input: { ...of.shape, submit }, answer: idAnswer }),
    update: patch(`${prefix}/update`, { title: `编辑${label}`, input: { ...of.shape, submit } }),
    submit: post(`${prefix}/submit/:id`, { title: `提交${label}`, input: { id: idField() } }),
    withdraw: post(`${prefix}/withdraw/:id`, { title: `撤回${label}`, input: { id: idField() } }),
    examine: post(`${prefix}/examine/:id`, {
      title: `审核${label}`,
      input: examineInput,
      business: 8,
    }),
    print: get(`${prefix}/print`, {
      title: `打印${label}`,
      input: { ids: idsField(label, 100) },
      answer: rowsAnswer(whole),
    }),
  }
}

type Usual<N extends string, S extends Shape, X extends Shape, F extends Shape, I extends Shape> = ReturnType<
  typeof documentCalls<N, S, X, F, I>
>

/** A document as server and browser know it (declareDocument). */
export interface Document<E extends Entity, C> {
  readonly of: E
  readonly calls: C
  /** whoever holds the permission of 通过 decides */
  readonly states: DocumentStates
  readonly places: DocumentPlaces
  /** key of its list in the menu */
  readonly menu: string
  /** the field of its number and the prefix */
  readonly number?: readonly [field: string, prefix: string]
}

/**
 * A document of this entity (documentFields), declared once: its calls below `path`, its life cycle, where its pages
 * stand. serveDocument makes its server of it, documentScreens its screens, documentFacts what its room tells of it.
 * Parties, which stay in force while a change waits (changeFields), may be edited after their approval. Frame §5, §7.
 */
export function declareDocument<
  const N extends string,
  const S extends Shape,
  const X extends Shape = Record<never, never>,
  const F extends Shape = Record<never, never>,
  const I extends Shape = Record<never, never>,
  M = Record<never, never>,
>(
  of: Entity<N, S>,
  facts: Answers<X, F, I> & {
    /** before the names of its calls, e.g. /admin/wms/stockin; their permission codes begin with the same */
    path: string
    /** address of its list, when the others are the usual ones behind it (placesAt) */
    at: string | DocumentPlaces
    menu: string
    /** e.g. ['applyNo', 'SJ']; left out: prepare gives one, or none */
    number?: readonly [field: Extract<keyof S, string>, prefix: string]
    /** calls beside the usual ones; under the name of a usual one in its place */
    calls?: (usual: Usual<N, S, X, F, I>, path: string) => M
  },
): Document<Entity<N, S>, Omit<Usual<N, S, X, F, I>, keyof M> & M> {
  const { path, at, menu, number, calls } = facts
  const usual = documentCalls<N, S, X, F, I>(path, of, facts)
  const prefix = permissionOf(path)
  return {
    of,
    calls: trust({ ...usual, ...calls?.(usual, path) }),
    states: 'inForce' in of.shape ? partyStates(prefix) : documentStates(prefix),
    places: typeof at === 'string' ? placesAt(at) : at,
    menu,
    ...(number === undefined ? {} : { number }),
  }
}

/** What its room tells of a document; `rights`: what its list reads and lets people do besides. Architecture §2. */
export function documentFacts(
  { calls, menu, number }: Document<Entity, Readonly<Record<string, Call>>>,
  rights: Omit<PageRights, 'calls'> = {},
): FactsPart {
  return {
    calls: Object.values(calls),
    prefixes: number === undefined ? [] : [number[1]],
    rights: { [menu]: { calls, ...rights } },
  }
}
