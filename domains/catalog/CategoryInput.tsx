import { CategorySelect } from '#domains/settings/settings.pickers.tsx'
import { type CategoryNodeWire, categoryCalls } from '#domains/settings/settings.shared.ts'
import { ref } from '#kit/fields/shared.ts'
import { type FilterProps, type InputProps, textOf } from '#kit/web/fieldUi.ts'
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

const one = ref('商品分类', 'category', { categoryType: 1 })

/** A category above a list; the list finds what lies below it as well. */
export function CategoryFilter({ value, onChange, id }: Omit<FilterProps, 'field'>) {
  return (
    <CategorySelect
      field={one}
      value={value}
      placeholder="全部分类"
      {...(id === undefined ? {} : { id })}
      onChange={(chosen) => onChange(textOf(chosen))}
    />
  )
}
