import type { Db } from '#kit/server/database.ts'
import type { ImportAsk, RowError } from '#kit/server/fileTask.ts'
import { repeated } from '#kit/server/importRepeat.ts'
import { loose } from '#kit/server/loose.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import type { Who } from '#kit/server/who.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { asRecord } from '#kit/shared/record.ts'

/** What may differ between two documents that say the same. */
const WORDS: readonly string[] = ['reason', 'notifyWay', 'remark']

interface DocumentKind {
  of: Entity
  /** field of the title, which may differ */
  title: string
  /** fields of the head that are typed */
  head: readonly string[]
  /** fields of a line that are typed */
  typed: readonly string[]
}

/** A document as a sheet describes it. */
export interface Described {
  rowNo: number
  values: Record<string, unknown>
}

const plain = (value: unknown): unknown => {
  if (value instanceof Date) return value.getTime()
  if (Array.isArray(value)) return value.map(Number).toSorted((a, b) => a - b)
  return value === '' || value === undefined ? null : value
}

/** What a document sets, for whom and from when: all it says but its words. */
function contentOf({ title, head, typed }: DocumentKind, values: Record<string, unknown>): string {
  const facts = head.filter((name) => name !== title && !WORDS.includes(name))
  const lines: unknown[] = Array.isArray(values.lines) ? values.lines : []
  const said = lines
    .map(asRecord)
    .map((line) => [
      line.skuId,
      ...typed.filter((name) => !WORDS.includes(name)).map((name) => plain(line[name])),
    ])
  return JSON.stringify([
    facts.map((name) => plain(values[name])),
    said.map((line) => JSON.stringify(line)).toSorted(),
  ])
}

/** Documents of a sheet that are there already: of the same scope, from the same moment on, with the same lines. Platform §10. */
export async function repeatedDocuments(
  db: Db,
  who: Who,
  kind: DocumentKind,
  documents: readonly Described[],
  ask: ImportAsk | undefined,
): Promise<RowError[]> {
  const times = documents.flatMap(({ values }) =>
    values.effectTime instanceof Date ? [values.effectTime] : [],
  )
  if (times.length === 0) return []
  const { of, title } = kind
  let query = loose(db)
    .selectFrom(of.name)
    .selectAll()
    .where('isDel', '=', 0)
    .where('effectTime', 'in', times)
  const scope = scopeCondition(await rowScope(db, who, of), of.name)
  if (scope !== null) query = query.where(scope)
  const there = new Map((await query.orderBy('id').execute()).map((row) => [contentOf(kind, row), row]))
  return documents.flatMap(({ rowNo, values }) => {
    const one = there.get(contentOf(kind, values))
    if (one === undefined) return []
    const { facts, all } = of
    const name = `${of.label}“${String(one[title])}”（${String(one[facts.title])}）`
    return repeated(ask, rowNo, all[title]?.label ?? '', name)
  })
}
