import type { RoomRoute } from '#kit/web/room.ts'

/** Comments, pictures and purchase intentions. Catalog §3.6, §4.3. */
const screens: readonly RoomRoute[] = [
  { path: '/store/comment', title: '商品评论', lazy: () => import('./CommentList.tsx') },
  { path: '/store/picture', title: '商品图片', lazy: () => import('./Pictures.tsx') },
  { path: '/purpose/product', title: '意向商品', lazy: () => import('./PurposeList.tsx') },
  {
    path: '/purpose/addProduct',
    title: '意向商品资料',
    activeMenu: '/purpose/product',
    lazy: () => import('./PurposeForm.tsx'),
  },
  { path: '/purpose/purfeedback', title: '意向反馈', lazy: () => import('./FeedbackList.tsx') },
]

export default screens
