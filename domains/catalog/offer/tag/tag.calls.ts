import { z } from 'zod'
import { refs } from '#kit/fields/shared.ts'
import { answerOf, post } from '#kit/shared/call.ts'
import { countOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { product } from '../../product/product.entity.ts'
import { productTag } from './productTag.entity.ts'

const P = '/admin/store/product'

const productsAndTags = {
  productIds: refs('商品', 'product', { required: true }),
  tagIds: refs('商品标签', 'productTag', { required: true, max: 100 }),
}

/** Catalog §2.2, §3.8. */
export const tagCalls = {
  ...standardCalls('/admin/system/tag/product', productTag, {
    list: { productCount: countOf(product, 'tagIds', '商品数') },
  }),
  bind: post(`${P}/tag`, { title: '打标签', input: productsAndTags }),
  /** the labels that any of the products carries, also disabled ones, and how many products do */
  carried: post(`${P}/tag/carried`, {
    title: '商品的标签',
    permission: 'admin:store:product:unbindTag',
    change: false,
    input: { productIds: refs('商品', 'product', { required: true }) },
    answer: answerOf(z.array(z.object({ id: z.number(), tagName: z.string(), productCount: z.number() }))),
  }),
  unbind: post(`${P}/unbindTag`, { title: '移除标签', input: productsAndTags }),
}
