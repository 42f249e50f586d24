import { type CategoryKind, CategoryTree } from '#domains/settings/settings.pickers.tsx'

const KIND: CategoryKind = { type: 1, title: '商品分类', levels: 3, defaults: true, products: true }

/** 商品库分类. Catalog §2.1. */
export default function RepoCategories() {
  return <CategoryTree kind={KIND} />
}
