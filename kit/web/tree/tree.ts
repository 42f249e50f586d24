import { trust } from '#kit/shared/loose.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'

/** A node of a tree; its children lie in `children`. */
export type TreeRow = WireRow & { readonly id: number; readonly children?: readonly TreeRow[] | undefined }

/** Where a dragged node was let go. */
export type Place = 'before' | 'inside' | 'after'

/** The ids of a node and everything below it. */
export function idsBelow(node: TreeRow): number[] {
  return [node.id, ...(node.children ?? []).flatMap(idsBelow)]
}

/** The nodes that fit, with their ancestors and everything below them. */
export function filterTree<R extends TreeRow>(
  rows: readonly R[],
  fits: (row: TreeRow) => boolean,
): TreeRow[] {
  const kept: TreeRow[] = []
  for (const row of rows) {
    if (fits(row)) kept.push(row)
    else {
      const children = filterTree(row.children ?? [], fits)
      if (children.length > 0) kept.push({ ...row, children })
    }
  }
  return kept
}

/** The nodes that fit, with their ancestors but nothing else. */
export function onlyFitting<R extends TreeRow>(rows: readonly R[], fits: (row: R) => boolean): R[] {
  const kept: TreeRow[] = []
  for (const row of rows) {
    const children = onlyFitting(trust<readonly R[]>(row.children ?? []), fits)
    if (children.length > 0) kept.push({ ...row, children })
    else if (fits(row)) kept.push({ ...row, children: undefined })
  }
  return trust(kept)
}

/** A forest whose leaves have no children at all: a table shows an empty list as something to open. */
export function withoutEmptyChildren<N extends TreeRow>(nodes: readonly N[]): N[] {
  const pruned = nodes.map(({ children, ...node }) =>
    children === undefined || children.length === 0
      ? node
      : { ...node, children: withoutEmptyChildren(children) },
  )
  return trust(pruned)
}

/** The ids of all nodes that have children. */
export function branches(rows: readonly TreeRow[]): number[] {
  return rows.flatMap((row) =>
    row.children !== undefined && row.children.length > 0 ? [row.id, ...branches(row.children)] : [],
  )
}

/** How many nodes are seen while these stand open. */
export function countOpen(rows: readonly TreeRow[], open: ReadonlySet<number>): number {
  return rows.reduce((sum, row) => sum + 1 + (open.has(row.id) ? countOpen(row.children ?? [], open) : 0), 0)
}

interface Sorted {
  readonly id: number
  readonly sort: number
}

/**
 * The sorts to store so that siblings stand in the given order (descending sort, then ascending id) after one of
 * them was moved: of that one alone when there is room between its neighbours, else of all that change.
 */
export function newSorts(wanted: readonly Sorted[], movedId: number): { id: number; sort: number }[] {
  const at = wanted.findIndex((one) => one.id === movedId)
  const moved = wanted[at]
  if (moved === undefined) return []
  const before = wanted[at - 1]
  const after = wanted[at + 1]
  const fits = (sort: number) =>
    (before === undefined || precedes(before, { id: movedId, sort })) &&
    (after === undefined || precedes({ id: movedId, sort }, after))
  if (fits(moved.sort)) return []
  const most = before?.sort ?? (after?.sort ?? 0) + 1
  const sort = [most, most - 1].find((one) => one >= 0 && fits(one))
  if (sort !== undefined) return [{ id: movedId, sort }]
  return wanted
    .map(({ id }, index) => ({ id, sort: wanted.length - index }))
    .filter((one, index) => one.sort !== wanted[index]?.sort)
}

function precedes(a: Sorted, b: Sorted): boolean {
  return a.sort === b.sort ? a.id < b.id : a.sort > b.sort
}
