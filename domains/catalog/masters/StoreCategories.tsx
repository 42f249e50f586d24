import { type CategoryKind, CategoryTree } from '#domains/settings/settings.pickers.tsx'

const KIND: CategoryKind = { type: 1, title: '商品分类', levels: 3, defaults: false, products: true }

/** 商品分类 of the product centre. Catalog §2.1. */
export default function StoreCategories() {
  return <CategoryTree kind={KIND} />
}
