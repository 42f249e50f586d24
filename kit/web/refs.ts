import { useQueries, useQuery } from '@tanstack/react-query'
import { type ComponentType, useMemo } from 'react'
import type { Call } from '#kit/shared/call.ts'
import type { Field } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { permissionOf } from '#kit/shared/path.ts'
import { type Option, optionsCall } from '#kit/shared/standardCalls.ts'
import { type InputProps, NONE } from './fieldUi.ts'
import { queryClient } from './query.ts'
import { recentOf } from './recent.ts'
import { type RequestOptions, request } from './request.ts'

interface OptionsInput {
  keywords?: string
  ids?: string
  /** of the ids those alone that can be chosen now */
  offered?: 0 | 1
  limit?: number
}

export interface RefFacts {
  /** answers options by keywords, and the names of given ids even when those are disabled or deleted */
  call: Call<unknown, OptionsInput, unknown, unknown>
  /** turns an answer that is no list of options (a page of rows, a tree) into one */
  optionsOf?: ((answer: unknown, asked: OptionsInput) => Option[]) | undefined
  /** what the rows are called, e.g. 计量单位 */
  title: string
  /** the list where they are made, which an empty choice leads to; null: nothing is made by hand */
  page: string | null
  /** further input that follows from the field, e.g. the type of its categories */
  input?: ((field: Field) => Record<string, unknown>) | undefined
  /** whether its call tells which of some ids can be chosen now, so that those chosen last are offered again */
  offers?: boolean
  /** makes a row in a dialog, for whoever may: its id, or null when the person gave up */
  create?: { permission: string; open(): Promise<number | null> } | undefined
  /** in place of the search select, e.g. a tree or a button that opens a picker */
  Input?: ComponentType<InputProps> | undefined
}

const known = new Map<string, RefFacts>()

type Declared = Omit<RefFacts, 'call' | 'optionsOf'>

/** A room registers how rows of its entity are chosen in ref and refs fields of any room. */
export function declareRefOptions<In, InWire extends OptionsInput, Out>(
  entity: string,
  facts: Declared & { call: Call<In, InWire, Out, Option[]> },
): void
export function declareRefOptions<In, InWire, Out, OutWire>(
  entity: string,
  facts: Declared & {
    call: Call<In, InWire, Out, OutWire>
    optionsOf(answer: OutWire, asked: OptionsInput): Option[]
  },
): void
export function declareRefOptions(entity: string, facts: unknown): void {
  known.set(entity, trust(facts))
}

/**
 * The same for a master whose rows its `all` call answers as options, named by its prefix (standardCalls); `open` makes one
 * in a dialog, where its form has room in one.
 */
export function declareMasterOptions(
  entity: string,
  title: string,
  prefix: string,
  page: string,
  open?: () => Promise<number | null>,
): void {
  const create = open && { permission: permissionOf(`${prefix}/save`), open }
  declareRefOptions(entity, { call: optionsCall(prefix, title), title, page, offers: true, create })
}

async function readOptions(
  facts: RefFacts,
  asked: OptionsInput,
  options: RequestOptions = {},
): Promise<Option[]> {
  const answer = await request(facts.call, asked, options)
  return facts.optionsOf?.(answer, asked) ?? trust(answer)
}

/** How rows of an entity are chosen; undefined when no room registered it. */
export function refFacts(entity: string | undefined): RefFacts | undefined {
  return known.get(entity ?? '')
}

const SHOWN = 50
const FRESH_MS = 30_000
const NAME_FRESH_MS = 60_000

/** The options of a ref field for the searched words; before any are typed those that were chosen last as well. */
export function useRefOptions(field: Field, keywords: string, open: boolean) {
  const facts = refFacts(field.ref)
  const extra = { ...facts?.input?.(field), ...field.narrows }
  const path = facts?.call.path ?? ''
  const ids = useMemo(
    () => (open && facts?.offers ? recentOf(path).map((one) => one.id) : []),
    [open, facts, path],
  )
  const { data: recent } = useQuery({
    queryKey: [path, 'recent', ids.join(), field.narrows ?? {}],
    queryFn: async () =>
      facts ? readOptions(facts, { ids: ids.join(), offered: 1, limit: ids.length, ...field.narrows }) : [],
    enabled: ids.length > 0,
    staleTime: FRESH_MS,
  })
  const { data, isFetching } = useQuery({
    queryKey: [path, { keywords, ...extra }],
    queryFn: async () => (facts ? readOptions(facts, { keywords, limit: SHOWN, ...extra }) : []),
    enabled: open && facts !== undefined,
    staleTime: FRESH_MS,
    // What is listed stays until the next is there: a press on it would meet nothing.
    placeholderData: (before) => before,
  })
  const may = recent?.filter((one) => one.disabled !== true) ?? []
  const last = keywords === '' ? ids.flatMap((id) => may.filter((one) => one.value === id)) : []
  return { options: data ?? [], recent: last, loading: isFetching }
}

/** Stands for a name that is on its way: a number would look like one. */
const ON_ITS_WAY = '…'

/** 0 stands for "none", which has no name: asked for together with others, it would have all of them refused. */
const isSomething = (id: number): boolean => id !== 0

/**
 * The names of chosen ids, in their order; an id that turns out to have no name stands as its number, and none (0) as a
 * dash. Screens §4.
 */
export function useRefNames(entity: string | undefined, ids: readonly number[]): Option[] {
  const facts = refFacts(entity)
  const named = useQueries({
    queries: ids.map((id) => ({
      // Under the path of the call, so that a change of the entity renews its names as well.
      queryKey: [facts?.call.path ?? '', 'name', id],
      queryFn: async () => (facts ? nameOf(facts, id) : null),
      enabled: facts !== undefined && isSomething(id),
      staleTime: NAME_FRESH_MS,
    })),
  })
  return ids.map((id, index) => {
    const name = named[index]
    const otherwise = isSomething(id) ? String(id) : NONE
    return name?.data ?? { value: id, label: name?.isLoading ? ON_ITS_WAY : otherwise }
  })
}

/** Puts names that are known anyway (a picked row) where useRefNames finds them. */
export function rememberNames(entity: string, options: readonly Option[]): void {
  const path = refFacts(entity)?.call.path
  for (const option of options) queryClient.setQueryData([path, 'name', option.value], option)
}

interface Waiting {
  id: number
  give(option: Option | null): void
  fail(error: unknown): void
}

const waiting = new Map<RefFacts, Waiting[]>()
const GATHER_MS = 10
const AT_ONCE = 500

// A list of a hundred rows asks for a hundred names at the same moment: one request fetches them all.
function nameOf(facts: RefFacts, id: number): Promise<Option | null> {
  return new Promise((give, fail) => {
    const found = waiting.get(facts)
    if (found !== undefined) found.push({ id, give, fail })
    else {
      waiting.set(facts, [{ id, give, fail }])
      setTimeout(() => void fetchNames(facts), GATHER_MS)
    }
  })
}

async function fetchNames(facts: RefFacts): Promise<void> {
  const asked = waiting.get(facts) ?? []
  waiting.delete(facts)
  const ids = [...new Set(asked.map((one) => one.id))]
  try {
    const byId = new Map<number, Option>()
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const asked = { ids: ids.slice(at, at + AT_ONCE).join(','), limit: AT_ONCE }
      const some = await readOptions(facts, asked, { quiet: true })
      for (const option of some) byId.set(option.value, option)
    }
    for (const one of asked) one.give(byId.get(one.id) ?? null)
  } catch (error) {
    for (const one of asked) one.fail(error)
  }
}
