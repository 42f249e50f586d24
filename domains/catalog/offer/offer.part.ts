import { button, type FactsPart, hiddenPage, type MenuNode, menuPage } from '#kit/shared/room.ts'
import { storeCalls } from '../product/product.calls.ts'
import { DIRECTORY_IMPORT, directoryCalls } from './directory/directory.calls.ts'
import { productDirectory } from './directory/productDirectory.entity.ts'
import { productQuota } from './quota/productQuota.entity.ts'
import { QUOTA_IMPORT, quotaCalls, quotaCheckCall } from './quota/quota.calls.ts'
import { productTag } from './tag/productTag.entity.ts'
import { tagCalls } from './tag/tag.calls.ts'
import { relationCalls, termsCalls } from './terms/terms.calls.ts'
import { termsRelation, termsService } from './terms/terms.entity.ts'
import { prodCateWarning } from './warning/prodCateWarning.entity.ts'
import { warningCalls } from './warning/warning.calls.ts'

/** Quotas, directory, labels, terms and warnings. Catalog §3.5, §3.7. */
export const offerFacts: FactsPart = {
  entities: [productQuota, productDirectory, productTag, termsService, termsRelation, prodCateWarning],
  calls: [
    ...Object.values(quotaCalls),
    quotaCheckCall,
    ...Object.values(directoryCalls),
    ...Object.values(tagCalls),
    ...Object.values(termsCalls),
    ...Object.values(relationCalls),
    ...Object.values(warningCalls),
  ],
}

/** Goods are chosen from these lists. */
const PICKED = [storeCalls.list, storeCalls.attrValues]
const WARNINGS = '/prodCateWarningMsg/warningMsg'

export const offerMenus: readonly MenuNode[] = [
  menuPage('store.quota', '商品限额', '/store/quota', {
    sort: 46,
    calls: quotaCalls,
    reads: PICKED,
    buttons: [
      button('使用明细', quotaCalls.uses),
      button('限购检查', quotaCheckCall),
      { name: '导入', permissions: [QUOTA_IMPORT] },
    ],
  }),
  hiddenPage('store.addQuota', '商品限额资料', '/store/addQuota', '/store/quota'),
  menuPage('store.directoryProduct', '目录商品', '/store/directoryProduct', {
    sort: 44,
    calls: directoryCalls,
    reads: [storeCalls.list],
    buttons: [
      button('设置', directoryCalls.put),
      button('批量加入/移出', directoryCalls.batch),
      { name: '导入', permissions: [DIRECTORY_IMPORT] },
    ],
  }),
  menuPage('store.productLabel', '商品标签库', '/tag/productLabel', {
    sort: 42,
    calls: tagCalls,
    buttons: [button('打标签', tagCalls.bind), button('移除标签', tagCalls.unbind)],
  }),
  menuPage('store.termOfService', '服务条款', '/store/termOfService', {
    sort: 40,
    calls: termsCalls,
    reads: [termsCalls.getAll],
  }),
  menuPage('store.clauseBinding', '条款绑定', '/store/clauseBinding', {
    sort: 38,
    calls: relationCalls,
    reads: [relationCalls.bound, relationCalls.unbound],
    buttons: [button('绑定', relationCalls.bind), button('解绑', relationCalls.unbind)],
  }),
  menuPage('store.warningMsg', '商品分类预警消息', WARNINGS, {
    sort: 36,
    calls: warningCalls,
    reads: [warningCalls.log],
  }),
  hiddenPage('store.warningMsg.add', '新增商品分类预警', '/prodCateWarningMsg/add', WARNINGS),
  hiddenPage('store.warningMsg.edit', '编辑商品分类预警', '/prodCateWarningMsg/edit/:id?', WARNINGS),
  hiddenPage('store.warningMsg.info', '商品分类预警详情', '/prodCateWarningMsg/info/:id?', WARNINGS),
]
