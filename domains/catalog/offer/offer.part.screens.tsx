const WARNINGS = '/prodCateWarningMsg/warningMsg'

import type { RoomRoute } from '#kit/web/room.ts'

/** Quotas, directory, labels, terms and warnings. Catalog §3.5, §3.7. */
const screens: readonly RoomRoute[] = [
  {
    path: '/prodCateWarningMsg/add',
    title: '新增商品分类预警',
    activeMenu: WARNINGS,
    lazy: () => import('./warning/WarningForm.tsx'),
  },
  {
    path: '/prodCateWarningMsg/edit/:id?',
    title: '编辑商品分类预警',
    activeMenu: WARNINGS,
    lazy: () => import('./warning/WarningForm.tsx'),
  },
  {
    path: '/prodCateWarningMsg/info/:id?',
    title: '商品分类预警详情',
    activeMenu: WARNINGS,
    lazy: () => import('./warning/WarningInfo.tsx'),
  },
  { path: WARNINGS, title: '商品分类预警消息', lazy: () => import('./warning/WarningList.tsx') },
  {
    path: '/store/addQuota',
    title: '商品限额资料',
    activeMenu: '/store/quota',
    lazy: () => import('./quota/QuotaForm.tsx'),
  },
  { path: '/store/clauseBinding', title: '条款绑定', lazy: () => import('./terms/ClauseBinding.tsx') },
  {
    path: '/store/directoryProduct',
    title: '目录商品',
    lazy: () => import('./directory/DirectoryList.tsx'),
  },
  { path: '/store/quota', title: '商品限额', lazy: () => import('./quota/QuotaList.tsx') },
  { path: '/store/termOfService', title: '服务条款', lazy: () => import('./terms/TermsList.tsx') },
  { path: '/tag/productLabel', title: '商品标签库', lazy: () => import('./tag/TagList.tsx') },
]

export default screens
