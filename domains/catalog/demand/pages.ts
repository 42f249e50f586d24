import { page } from '#kit/shared/pages.ts'

/** Comments and pictures. Catalog §3.6. */
export const contentPages = [
  page('store.comment', '商品评论', '/store/comment', () => import('./CommentList.tsx'), { sort: 40 }),
  page('store.picture', '商品图片', '/store/picture', () => import('./Pictures.tsx'), { sort: 30 }),
]

/** Purchase intentions. Catalog §4.3. */
export const purposePages = [
  page('purpose.product', '意向商品', '/purpose/product', () => import('./PurposeList.tsx'), {
    sort: 80,
    behind: [
      page('purpose.product.form', '意向商品资料', '/purpose/addProduct', () => import('./PurposeForm.tsx'), { adds: 'admin:purpose:product:save' }),
    ],
  }),
  page('purpose.feedback', '意向反馈', '/purpose/purfeedback', () => import('./FeedbackList.tsx'), { sort: 70 }),
]
