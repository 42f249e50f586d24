import { CategoryFilter } from '#domains/catalog/catalog.pickers.tsx'
import { ref } from '#kit/fields/shared.ts'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import type { ListFilter } from '#kit/web/list/Filters.tsx'

/** What keywords of lists of the ledger find rows by. */
export const SEARCHED = '商品编码、商品名称、条码'

/** Category and brand of the product. */
export const PRODUCT_FILTERS: readonly ListFilter[] = [
  {
    name: 'cateId',
    label: '商品分类',
    render: (value, onChange, id) => <CategoryFilter value={value} onChange={onChange} id={id} />,
  },
  fieldFilter('brandId', ref('品牌', 'brand')),
]
