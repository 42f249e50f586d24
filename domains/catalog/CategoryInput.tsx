import { CategorySelect } from '#domains/settings/settings.pickers.tsx'
import { type CategoryNodeWire, categoryCalls } from '#domains/settings/settings.shared.ts'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'

const PRODUCT_CATEGORIES = { type: 1, status: '-1' } as const
const FRESH_MS = 30_000
const NO_NODES: readonly CategoryNodeWire[] = []

/** The product categories as a tree, hidden ones included. */
export function useCategories(): readonly CategoryNodeWire[] {
  const { data } = useCall(categoryCalls.tree, PRODUCT_CATEGORIES, { fresh: FRESH_MS })
  return data ?? NO_NODES
}

/** The node of an id, wherever it stands in the tree. */
export function findCategory(nodes: readonly CategoryNodeWire[], id: number): CategoryNodeWire | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findCategory(node.child, id)
    if (found !== undefined) return found
  }
  return undefined
}

/** The categories of a product: shown leaves, the first one is the main category. Catalog §2.3. */
export function CategoriesInput(props: InputProps) {
  return <CategorySelect {...props} leaves />
}
