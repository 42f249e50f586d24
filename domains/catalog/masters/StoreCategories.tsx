import { CategoryTree } from './CategoryTree.tsx'

/** 商品分类 of the product centre. Catalog §2.1. */
export default function StoreCategories() {
  return <CategoryTree defaults={false} />
}
