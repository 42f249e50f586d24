import { CategoryTree } from './CategoryTree.tsx'

/** 商品库分类. Catalog §2.1. */
export default function RepoCategories() {
  return <CategoryTree defaults />
}
