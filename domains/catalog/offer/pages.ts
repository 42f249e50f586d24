import { page } from '#kit/shared/pages.ts'

/** Quotas, directory, labels, terms and warnings. Catalog §3.5, §3.7. */
export const offerPages = [
  page('store.quota', '商品限额', '/store/quota', () => import('./quota/QuotaList.tsx'), {
    sort: 46,
    behind: [page('store.addQuota', '商品限额资料', '/store/addQuota', () => import('./quota/QuotaForm.tsx'), { adds: 'admin:product:quota:save' })],
  }),
  page('store.directoryProduct', '目录商品', '/store/directoryProduct', () => import('./directory/DirectoryList.tsx'), { sort: 44 }),
  page('store.productLabel', '商品标签库', '/tag/productLabel', () => import('./tag/TagList.tsx'), { sort: 42 }),
  page('store.termOfService', '服务条款', '/store/termOfService', () => import('./terms/TermsList.tsx'), { sort: 40 }),
  page('store.clauseBinding', '条款绑定', '/store/clauseBinding', () => import('./terms/ClauseBinding.tsx'), { sort: 38 }),
  page('store.warningMsg', '商品分类预警消息', '/prodCateWarningMsg/warningMsg', () => import('./warning/WarningList.tsx'), {
    sort: 36,
    behind: [
      page('store.warningMsg.add', '新增商品分类预警', '/prodCateWarningMsg/add', () => import('./warning/WarningForm.tsx'), {
        adds: 'admin:product:cateWarning:save',
      }),
      page('store.warningMsg.edit', '编辑商品分类预警', '/prodCateWarningMsg/edit/:id?', () => import('./warning/WarningForm.tsx')),
      page('store.warningMsg.info', '商品分类预警详情', '/prodCateWarningMsg/info/:id?', () => import('./warning/WarningInfo.tsx')),
    ],
  }),
]
