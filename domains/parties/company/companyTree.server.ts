import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { keywordCondition } from '#kit/server/list.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { onceIn, touch } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf, OutOf } from '#kit/shared/call.ts'
import { refuse } from '#kit/shared/errors.ts'
import type { companyCalls } from './company.document.ts'
import { company } from './company.entity.ts'
import { idsAbove, MAX_DEPTH, pathBelow } from './company.rules.ts'

interface Place {
  id: number
  path: string
}

/** Two moves at once could close a circle that neither of them sees. */
export async function holdTree(tx: Tx): Promise<void> {
  await onceIn(tx, 'companyTree', () =>
    sql`select pg_advisory_xact_lock(hashtext('companyTree'))`.execute(tx),
  )
}

/** The path a company has below another; 422 for a cycle and for more than five levels. Catalog §6.1. */
export async function pathUnder(tx: Tx, pid: number, moved: Place | null): Promise<string> {
  await holdTree(tx)
  const path = pid === 0 ? '/' : await pathOfParent(tx, pid)
  if (moved !== null && (pid === moved.id || idsAbove(path).includes(moved.id)))
    throw refuse('上级单位不能是自己或下级', 'pid')
  const below = moved === null ? 0 : await depthBelow(tx, moved)
  if (idsAbove(path).length + 1 + below > MAX_DEPTH) throw refuse(`往来单位最多${MAX_DEPTH}级`, 'pid')
  return path
}

/** Companies that takeParents has read in this transaction. */
const atHand = (tx: Tx): Promise<Map<number, Place>> => onceIn(tx, 'parents at hand', async () => new Map())

/** Reads the companies below which many rows are going to be written; pathUnder answers from them, until others are taken. */
export async function takeParents(tx: Tx, ids: Iterable<number>): Promise<void> {
  await holdTree(tx)
  const taken = await atHand(tx)
  taken.clear()
  for (const one of await placesOf(tx, [...new Set(ids)])) taken.set(one.id, one)
}

const placesOf = (tx: Tx, ids: readonly number[]): Promise<Place[]> =>
  tx
    .selectFrom('company')
    .select(['id', 'path'])
    .where(sql<boolean>`"id" = any(${sql.val([...ids])}::int[])`)
    .where('isDel', '=', 0)
    .execute()

async function pathOfParent(tx: Tx, pid: number): Promise<string> {
  const parent = (await atHand(tx)).get(pid) ?? (await placesOf(tx, [pid]))[0]
  if (parent === undefined) throw refuse('上级单位不存在或已停用', 'pid')
  return pathBelow(parent)
}

async function depthBelow(tx: Tx, top: Place): Promise<number> {
  const rows = await tx
    .selectFrom('company')
    .select('path')
    .where('path', 'like', `${pathBelow(top)}%`)
    .where('isDel', '=', 0)
    .execute()
  return Math.max(0, ...rows.map((row) => idsAbove(row.path).length - idsAbove(top.path).length))
}

/** What stands below a moved company moves with it. */
export async function moveBelow(tx: Tx, before: Place, after: Place): Promise<void> {
  if (before.path === after.path) return
  const [from, to] = [pathBelow(before), pathBelow(after)]
  await sql`update "company" set "path" = ${to} || substr("path", ${from.length + 1})
    where "path" like ${`${from}%`}`.execute(tx)
  touch(tx, 'company')
}

/** The condition that rows belong to a company or to one below it. */
export function belowCondition(column: string, top: number) {
  return sql<boolean>`${sql.ref(column)} in (select c."id" from "company" c join "company" top on top."id" = ${top}
    where c."id" = top."id" or c."path" like top."path" || top."id" || '/%')`
}

type Node = OutOf<typeof companyCalls.tree>[number]

const MOST_FOUND = 50
const MOST_CHILDREN = 500

/** One level of the tree within the person's scope; those whose parent they may not see stand at the top. */
export async function treeLevel(
  db: Db,
  who: Who,
  { pid, keywords, ids }: InOf<typeof companyCalls.tree>,
): Promise<Node[]> {
  const scope = await rowScope(db, who, company)
  const seen = (table: string) => scopeCondition(scope, table) ?? sql<boolean>`true`
  const words = keywords.trim()
  const isTop =
    scope === null
      ? sql`c."pid" = 0`
      : sql`(c."pid" = 0 or not exists (select 1 from "company" up where up."id" = c."pid" and ${seen('up')}))`
  const wanted =
    ids.length > 0
      ? sql`c."id" = any(${ids}::int[])`
      : words !== ''
        ? (keywordCondition({ ...company, name: 'c' }, words) ?? sql`true`)
        : pid === 0
          ? isTop
          : sql`c."pid" = ${pid}`
  const found = await sql<Omit<Node, 'isLeaf'>>`select c."id", c."pid", c."orgName" from "company" c
    where c."isDel" = 0 and ${seen('c')} and ${wanted}
    order by c."id" limit ${words === '' ? MOST_CHILDREN : MOST_FOUND}`.execute(db)
  const above = found.rows.map((row) => row.id)
  const parents = await sql<{ pid: number }>`select distinct d."pid" from "company" d
    where d."pid" = any(${sql.val(above)}::int[]) and d."isDel" = 0 and ${seen('d')}`.execute(db)
  const inner = new Set(parents.rows.map((row) => row.pid))
  return found.rows.map((row) => ({ ...row, isLeaf: !inner.has(row.id) }))
}
