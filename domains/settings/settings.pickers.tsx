/** How screens of other rooms choose categories. Doors §2. */

/** How screens of other rooms choose an article. Platform §5.1. */
export { type PickedArticle, pickArticle } from './article/pickArticle.tsx'
/** The page of the categories of a type. */
export type { CategoryKind } from './CategoryForm.tsx'
export { CategorySelect } from './CategorySelect.tsx'
export { CategoryTree } from './CategoryTree.tsx'
/** The regions shown, as a tree. */
export { type CityNode, useCityTree } from './cityTree.web.ts'
/** 通知设置 of the person who is signed in. */
export { NoticeWishes } from './notice/NoticeWishes.tsx'
/** A form of the configuration on a screen of its own room. */
export { ConfigForm } from './setting/ConfigForm.tsx'
