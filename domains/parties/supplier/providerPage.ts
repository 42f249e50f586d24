import { documentActs } from '#kit/web/document/documentActs.tsx'
import { providerStates } from './logisticsProvider.entity.ts'
import { type PartyRow, switchActs } from './partyActs.tsx'
import { providerCalls } from './supplier.calls.ts'

export const PROVIDERS = '/logistics/logisticsList'
export const PROVIDER_FORM = '/logistics/addLogistics'
const INFO = '/logistics/infoLogistics'
export const providerInfo = (id: number): string => `${INFO}/${id}/see`

/** 提交, 撤回, 审核, 停用 and 启用 of a carrier. */
export const providerActs = <R extends PartyRow>() => [
  ...documentActs<R>(providerStates, providerCalls, { examine: ({ id }) => `${INFO}/${id}/examine` }),
  ...switchActs<R>(providerCalls.status, '物流商'),
]

/** What the page and the task of a carrier say. */
export const PROVIDER_SECTIONS = [
  {
    title: '基本信息',
    fields: [
      'providerCode',
      'providerName',
      'shortName',
      'creditCode',
      'roadLicenceNo',
      'insuranceAmount',
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
  { title: '运价', fields: ['priceMode', 'priceLines'] },
  { title: '结算', fields: ['settleType', 'creditDays', 'bankName', 'bankAccount', 'taxRate'] },
  {
    title: '合同',
    fields: ['contractNo', 'contractStart', 'contractEnd', 'contractStatus', 'contractFiles'],
  },
  {
    title: '接口',
    fields: ['apiCode', 'sapCode', 'sapSync', 'sapDescription', 'sapSyncTime'],
  },
  { title: '其他', fields: ['remark', 'files'] },
]
