import { declareCompanyColumn, declareLicenceNeeds } from '#domains/parties/parties.door.ts'
import { declareDict, declareScene } from '#domains/settings/settings.door.ts'
import { declareCache } from '#kit/server/cache.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareEntityRef, declareUse } from '#kit/server/refs.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { directoryExport, directoryServed } from './directory/directory.server.ts'
import { directoryImport } from './directory/directoryImport.server.ts'
import { quotaHandlers, quotaServed } from './quota/quota.server.ts'
import { quotaImport } from './quota/quotaImport.server.ts'
import { licenceNeeds } from './sale/licenceNeeds.server.ts'
import { tagCache } from './tag/labels.server.ts'
import { tagHandlers, tagServed } from './tag/tag.server.ts'
import { tagAuto } from './tag/tagAuto.server.ts'
import { termsExport, termsServed, termUses } from './terms/terms.server.ts'
import { cateWarning, MARK } from './warning/cateWarning.server.ts'
import { prodCateWarning } from './warning/prodCateWarning.entity.ts'
import { warningCalls } from './warning/warning.calls.ts'
import { warningHandlers, warningServed, warningUses } from './warning/warning.server.ts'

/** Quotas, directory, labels, terms and warnings. Catalog §3.5, §3.7. */
export const offerServer: ServerPart = {
  served: [...quotaServed, ...directoryServed, ...tagServed, ...termsServed, ...warningServed],
  tasks: [
    quotaHandlers.exporting,
    quotaImport,
    directoryExport,
    directoryImport,
    tagHandlers.exporting,
    termsExport,
    warningHandlers.exporting,
  ],
  jobs: [tagAuto, cateWarning],
  registers: [
    declareDict('product_tag_group', '商品标签分组', [
      { value: 'new', label: '新品' },
      { value: 'sale', label: '促销' },
      { value: 'quality', label: '品质' },
      { value: 'service', label: '服务' },
    ]),
    declareScene({
      mark: MARK,
      type: '商品预警',
      description: '商品达到分类预警消息的阈值时',
      sendType: 2,
      channels: ['notice', 'sms', 'wechat'],
      content: '{标题}：{内容}',
      link: '{链接}',
    }),
    // A disabled label may stay at its products; deleting one takes it off them.
    declareEntityRef('productTag', 'tagName'),
    declareEntityRef('termsService', 'termName'),
    declareLicenceNeeds(licenceNeeds),
    declareCompanyColumn({ table: 'productQuota', column: 'scopeIds', many: 'int', only: ['scopeType', 3] }),
    declareCompanyColumn({
      table: 'productDirectory',
      column: 'scopeIds',
      many: 'int',
      only: ['scopeType', 2],
    }),
    declareCache(tagCache),
    declareRecord({
      of: prodCateWarning,
      read: warningCalls.info,
      page: '/prodCateWarningMsg/info/{id}',
      unsearched: true,
    }),
    declareUse('category', termUses(2)),
    declareUse('category', warningUses),
    declareUse('brand', termUses(3)),
    declareUse('store', termUses(5)),
  ],
}
