import { useQuery } from '@tanstack/react-query'
import type { Call } from '#kit/shared/call.ts'
import type { Meaning } from '#kit/shared/field.ts'
import { trust } from '#kit/shared/loose.ts'
import { queryClient } from './query.ts'
import { request } from './request.ts'
import { onSessionEnd } from './session.ts'

/** An entry of a dictionary. Platform §8.1. */
export interface DictEntry {
  dictLabel: string
  dictValue: string
  listClass: string
  cssClass: string
  children?: DictEntry[] | undefined
}

type DictCall = Call<unknown, { type?: string }, unknown, DictEntry[]>

let source: DictCall | undefined

/** The room that keeps dictionaries registers its call `…/type/:type`. */
export function declareDicts<In, Out>(call: Call<In, { type?: string }, Out, DictEntry[]>): void {
  source = trust(call)
}

const KEY = 'dict:'
const FRESH_MS = 5 * 60_000

async function readDict(type: string): Promise<DictEntry[]> {
  if (source === undefined) return []
  const entries = await request(source, { type }, { quiet: true })
  sessionStorage.setItem(KEY + type, JSON.stringify(entries))
  return entries
}

function keptDict(type: string): DictEntry[] | undefined {
  const text = sessionStorage.getItem(KEY + type)
  return text === null ? undefined : trust(JSON.parse(text))
}

// Under the path of the call, so that a change of an entry renews the dictionaries as well.
const keyed = (): string => source?.path ?? 'dict'

/** The enabled entries of a dictionary type; from the session cache at first, then as the server has them. */
export function useDict(type: string): DictEntry[] {
  const { data } = useQuery({
    queryKey: [keyed(), type],
    queryFn: () => readDict(type),
    placeholderData: () => keptDict(type),
    staleTime: FRESH_MS,
    enabled: type !== '',
  })
  return data ?? []
}

// What the house calls them on its form: 主要, 成功, 信息, 警告, 危险.
const CLASSES: Readonly<Record<string, Meaning>> = {
  primary: 'runs',
  success: 'done',
  info: 'off',
  warning: 'waits',
  danger: 'wrong',
}

/** What an entry means by its 回显样式, of which people choose; undefined for 默认. */
export function meaningOf(listClass: string | null | undefined): Meaning | undefined {
  return CLASSES[listClass ?? '']
}

/** 刷新缓存: dictionaries are read anew. */
export function forgetDicts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key)
  void queryClient.invalidateQueries({ queryKey: [keyed()] })
}

onSessionEnd(forgetDicts)
