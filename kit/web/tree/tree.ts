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

/** The ids of all nodes that have children. */
export function branches(rows: readonly TreeRow[]): number[] {
  return rows.flatMap((row) =>
    row.children !== undefined && row.children.length > 0 ? [row.id, ...branches(row.children)] : [],
  )
}
