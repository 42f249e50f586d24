import { CategorySelect } from '#domains/settings/settings.pickers.tsx'
import { ref } from '#kit/fields/shared.ts'
import { type FilterProps, textOf } from '#kit/web/fieldUi.ts'

interface CategoryFilterTreeProps extends Omit<FilterProps, 'field'> {
  autoFocus?: boolean
  defaultOpen?: boolean
}

const one = ref('商品分类', 'category', { categoryType: 1 })

/** A category filter whose tree is asked for at once, for dialogs; above a list it comes with its first use (CategoryFilter). */
export default function CategoryFilterTree({ onChange, ...props }: CategoryFilterTreeProps) {
  return (
    <CategorySelect
      {...props}
      field={one}
      placeholder="全部分类"
      onChange={(chosen) => onChange(textOf(chosen))}
    />
  )
}
