import { button, type FactsPart } from '#kit/shared/room.ts'
import { storeCalls } from '../product/product.calls.ts'
import { DIRECTORY_IMPORT, directoryCalls } from './directory/directory.calls.ts'
import { QUOTA_IMPORT, quotaCalls, quotaCheckCall } from './quota/quota.calls.ts'
import { tagCalls } from './tag/tag.calls.ts'
import { relationCalls, termsCalls } from './terms/terms.calls.ts'
import { warningCalls } from './warning/warning.calls.ts'

/** Goods are chosen from these lists. */
const PICKED = [storeCalls.list, storeCalls.attrValues]

/** Quotas, directory, labels, terms and warnings. Catalog §3.5, §3.7. */
export const offerFacts: FactsPart = {
  calls: [
    ...Object.values(quotaCalls),
    quotaCheckCall,
    ...Object.values(directoryCalls),
    ...Object.values(tagCalls),
    ...Object.values(termsCalls),
    ...Object.values(relationCalls),
    ...Object.values(warningCalls),
  ],
  rights: {
    'store.quota': {
      calls: quotaCalls,
      reads: PICKED,
      buttons: [
        button('使用明细', quotaCalls.uses),
        button('限购检查', quotaCheckCall),
        { name: '导入', permissions: [QUOTA_IMPORT] },
      ],
    },
    'store.directoryProduct': {
      calls: directoryCalls,
      reads: [storeCalls.list],
      buttons: [
        button('设置', directoryCalls.put),
        button('批量加入/移出', directoryCalls.batch),
        { name: '导入', permissions: [DIRECTORY_IMPORT] },
      ],
    },
    'store.productLabel': {
      calls: tagCalls,
      buttons: [button('打标签', tagCalls.bind), button('移除标签', tagCalls.unbind)],
    },
    'store.termOfService': { calls: termsCalls, reads: [termsCalls.getAll] },
    'store.clauseBinding': {
      calls: relationCalls,
      reads: [relationCalls.bound, relationCalls.unbound],
      buttons: [button('绑定', relationCalls.bind), button('解绑', relationCalls.unbind)],
    },
    'store.warningMsg': { calls: warningCalls, reads: [warningCalls.log] },
  },
}
