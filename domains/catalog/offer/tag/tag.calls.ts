import { int, refs } from '#kit/fields/shared.ts'
import { post, standardCalls } from '#kit/shared/call.ts'
import { productTag } from './productTag.entity.ts'

const P = '/admin/store/product'

const productsAndTags = {
  productIds: refs('商品', 'product', { required: true }),
  tagIds: refs('商品标签', 'productTag', { required: true, max: 100 }),
}

/** Catalog §2.2, §3.8. */
export const tagCalls = {
  ...standardCalls('/admin/system/tag/product', productTag, {
    list: { productCount: int('商品数', { width: 80 }) },
  }),
  bind: post(`${P}/tag`, { title: '打标签', input: productsAndTags }),
  unbind: post(`${P}/unbindTag`, { title: '移除标签', input: productsAndTags }),
}
