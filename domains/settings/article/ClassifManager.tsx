import type { CategoryKind } from '../CategoryForm.tsx'
import { CategoryTree } from '../CategoryTree.tsx'
import { ARTICLE_CATEGORY } from './article.entity.ts'

const KIND: CategoryKind = {
  type: ARTICLE_CATEGORY,
  title: '文章分类',
  levels: 3,
  defaults: false,
  products: false,
}

/** 文章分类. Platform §9.1. */
export default function ClassifManager() {
  return <CategoryTree kind={KIND} />
}
