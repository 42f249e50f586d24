import { documentActs } from '#kit/web/document/documentActs.tsx'
import { type PartyRow, switchActs } from './partyActs.tsx'
import { supplierCalls } from './supplier.calls.ts'
import { supplierStates } from './supplier.entity.ts'

export const SUPPLIERS = '/supplier/supplierList'
export const SUPPLIER_FORM = '/supplier/addSupplier'
const INFO = '/supplier/infoSupplier'
export const supplierInfo = (id: number): string => `${INFO}/${id}/see`

/** 提交, 撤回, 审核, 打印, 停用 and 启用 of a supplier. */
export const supplierActs = <R extends PartyRow>() => [
  ...documentActs<R>(supplierStates, supplierCalls, {
    examine: ({ id }) => `${INFO}/${id}/examine`,
    print: ({ id }) => `/supplier/printSupplier?ids=${id}`,
  }),
  ...switchActs<R>(supplierCalls.status, '供应商'),
]

/** What the page and the task of a supplier say. */
export const SUPPLIER_SECTIONS = [
  {
    title: '基本信息',
    fields: [
      'supplierCode',
      'supplierName',
      'shortName',
      'supplierType',
      'grade',
      'creditCode',
      'taxNo',
      'taxRate',
      'legalPerson',
      'isDirect',
      'closeReason',
    ],
  },
  {
    title: '联系方式',
    fields: ['contactName', 'contactPhone', 'telephone', 'email', 'fax', 'districtId', 'address'],
  },
  {
    title: '银行与结算',
    fields: ['bankName', 'bankAccount', 'bankAddress', 'settleType', 'creditDays', 'payTerms', 'currency'],
  },
  {
    title: '供货',
    fields: ['leadTimeDays', 'minOrderAmount', 'orderDays', 'buyerId', 'warehouseIds'],
  },
  {
    title: '合同',
    fields: ['contractNo', 'contractStart', 'contractEnd', 'contractStatus', 'contractFiles'],
  },
  {
    title: 'SAP',
    fields: ['sapPurOrg', 'vendorNum', 'sapSync', 'sapDescription', 'sapSyncTime'],
  },
  { title: '其他', fields: ['remark', 'files'] },
]
