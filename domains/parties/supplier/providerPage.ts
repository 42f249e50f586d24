import type { Act } from '#kit/web/actions.tsx'
import { documentActs } from '#kit/web/document/documentActs.tsx'
import { providerStates } from './logisticsProvider.entity.ts'
import { CONTRACT, type PartyRow, SAP, switchActs } from './partyActs.tsx'
import { providerCalls } from './supplier.calls.ts'

export const PROVIDERS = '/logistics/logisticsList'
export const PROVIDER_FORM = '/logistics/addLogistics'
export const PROVIDER_PRINT = '/logistics/printLogistics'
const INFO = '/logistics/infoLogistics'
export const providerInfo = (id: number): string => `${INFO}/${id}/see`

/** 提交, 撤回, 审核, 打印, 停用 and 启用 of a carrier. */
export const PROVIDER_ACTS: readonly Act<PartyRow>[] = [
  ...documentActs(providerStates, providerCalls, {
    examine: ({ id }) => `${INFO}/${id}/examine`,
    print: ({ id }) => `${PROVIDER_PRINT}?ids=${id}`,
  }),
  ...switchActs(providerCalls.status, '物流商'),
]

/** What the form, the page and the task of a carrier say; a form passes over what nobody types. */
export const PROVIDER_SECTIONS = [
  {
    title: '基本信息',
    fields: [
      ...['providerCode', 'providerName', 'shortName', 'creditCode', 'roadLicenceNo', 'insuranceAmount'],
      'closeReason',
    ],
  },
  {
    title: '联系方式',
    fields: ['contactName', 'contactPhone', 'dispatchPhone', 'email', 'districtId', 'address'],
  },
  {
    title: '承运能力',
    fields: ['logisticsModes', 'tempZones', 'serviceAreas', 'warehouseIds', 'ownTruck', 'truckCount'],
  },
  {
    title: '运价',
    note: '按重量时首量、续量的单位为千克，按体积时为立方米；城市可以是省、市、区，最近的一级优先。已审核的物流商修改许可证号、计费方式或运价后须重新审核，通过前仍使用原值。',
    fields: ['priceMode', 'priceLines'],
  },
  { title: '结算', fields: ['settleType', 'creditDays', 'bankName', 'bankAccount', 'taxRate'] },
  CONTRACT,
  { title: '接口', fields: ['apiCode', 'sapCode', ...SAP] },
  { title: '其他', fields: ['remark', 'files'] },
]
