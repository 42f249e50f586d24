import { common, type Entity } from '#kit/shared/entity.ts'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import type { ListFilter } from '#kit/web/list/Filters.tsx'
import { CategoryFilter } from '../CategoryFilter.tsx'
import { MoneyFilter } from './MoneyFilter.tsx'
import { product } from './product.entity.ts'

/** The product as its lists take it: each brings its filters in the order of its design. */
export const listedProduct: Entity = {
  ...product,
  all: {
    ...Object.fromEntries(
      Object.entries(product.all).map(([name, field]) => [name, { ...field, filter: false }]),
    ),
    ...common,
  },
}

export const category: ListFilter = {
  ...fieldFilter('cateId', product.all.cateId),
  render: (value, onChange, id) => <CategoryFilter value={value} onChange={onChange} id={id} />,
}

/** A filter by a field of the product. */
export function byField(name: keyof typeof product.all, label = product.all[name].label): ListFilter {
  return fieldFilter(name, { ...product.all[name], label })
}

/** A filter of one of the product's channels. */
export const channel: ListFilter = fieldFilter('channelId', { ...product.all.channels, label: '渠道' })

export function price(name: 'priceMin' | 'priceMax', label: string): ListFilter {
  return {
    name,
    label,
    render: (value, onChange, id) => <MoneyFilter value={value} onChange={onChange} id={id} />,
  }
}

/** A filter of one of the product's labels. */
export const tag: ListFilter = fieldFilter('tagId', { ...product.all.tagIds, label: '标签' })

/** What products are called by in their own lists. */
export const STORED_SUBJECT = { name: 'storeName', code: 'productCode' }
