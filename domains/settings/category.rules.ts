import { refuse } from '#kit/shared/errors.ts'
import { CATEGORY_TYPES, type CategoryType } from './category.entity.ts'

/** The id that stands for the root of all pictures on screen; stored as 0. Platform §9.2. */
export const ALL_PICTURES = 10_000
/** The folder uploads go to unless another is chosen; it cannot be deleted. */
export const DEFAULT_FOLDER = 1000

/** Levels a type may have; trees of the other types are as deep as people make them. Catalog §2.1. */
const MOST_LEVELS: Partial<Record<CategoryType, number>> = { 1: 3, 2: 3 }

export const CYCLE = '上级分类不能是自己或下级'

export function categoryTypeLabel(type: CategoryType): string {
  return CATEGORY_TYPES.find((one) => one.value === type)?.label ?? ''
}

/** The reason why a type may not be this deep, or null. */
export function tooDeep(type: CategoryType, levels: number): string | null {
  const most = MOST_LEVELS[type]
  return most !== undefined && levels > most ? `${categoryTypeLabel(type)}分类最多三级` : null
}

/** Refuses a tree of the type that would be this deep; 422 at the parent. */
export function refuseDepth(type: CategoryType, levels: number): void {
  const reason = tooDeep(type, levels)
  if (reason !== null) throw refuse(reason, 'pid')
}

/** The ids in a path, the root's 0 left out: /0/12/35/ → [12, 35]. */
export function idsOfPath(path: string): number[] {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '0')
    .map(Number)
}

/** The path of what lies directly below a category; without one, of what lies at the root. */
export function pathBelow(parent: { id: number; path: string } | null): string {
  return parent === null ? '/0/' : `${parent.path}${parent.id}/`
}

export type Nested<R> = R & { child: Nested<R>[] }

/**
 * Rows with their children below them, in the order given. Only those that pass `hit`, and their ancestors, are
 * kept. A row whose parent is not among the rows stands at the top.
 */
export function nest<R extends { id: number; pid: number }>(
  rows: readonly R[],
  hit: (row: R) => boolean,
): Nested<R>[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const shown = new Set<number>()
  for (const row of rows) {
    let at: R | undefined = hit(row) ? row : undefined
    while (at !== undefined && !shown.has(at.id)) {
      shown.add(at.id)
      at = byId.get(at.pid)
    }
  }
  const nodes = new Map<number, Nested<R>>()
  for (const row of rows) if (shown.has(row.id)) nodes.set(row.id, { ...row, child: [] })
  const roots: Nested<R>[] = []
  for (const node of nodes.values()) (nodes.get(node.pid)?.child ?? roots).push(node)
  return roots
}
