import type { PartnerGroup } from './partnerGroups.ts'

/** What the form of a sold-to party asks and its page tells. */
export const SHOUDA_GROUPS: readonly PartnerGroup[] = [
  {
    title: '基本信息',
    fields: ['companyId', 'shoudaNum', 'shoudaName', 'channelId', 'salesChannelId', 'isGroupBuying'],
    told: ['agentId', 'isDefault'],
  },
  {
    title: '销售范围',
    note: '已审核的售达方修改销售范围、冻结和默认合作方后须重新审核，通过前仍按原值执行。',
    fields: ['salesOrg', 'distChannel', 'division', 'salesOffice', 'salesGroup', 'custGroup', 'priceGroup'],
  },
  {
    title: '结算与发运',
    fields: [
      ...['currency', 'paymentTerms', 'taxClass', 'accountGroup', 'shipCondition', 'warehouseId'],
      'productFamilies',
    ],
  },
  { title: '冻结', fields: ['orderBlock', 'deliveryBlock', 'blockReason'] },
  { title: '其他', fields: ['files', 'remark'], told: ['closeReason'] },
]
