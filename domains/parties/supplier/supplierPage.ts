import type { Act } from '#kit/web/actions.tsx'
import { documentActs } from '#kit/web/document/documentActs.tsx'
import { CONTRACT, type PartyRow, SAP, switchActs } from './partyActs.tsx'
import { supplierCalls } from './supplier.calls.ts'
import { supplierStates } from './supplier.entity.ts'

export const SUPPLIERS = '/supplier/supplierList'
export const SUPPLIER_FORM = '/supplier/addSupplier'
export const SUPPLIER_PRINT = '/supplier/printSupplier'
const INFO = '/supplier/infoSupplier'
export const supplierInfo = (id: number): string => `${INFO}/${id}/see`

/** 提交, 撤回, 审核, 打印, 停用 and 启用 of a supplier. */
export const SUPPLIER_ACTS: readonly Act<PartyRow & { openPurchases: string }>[] = [
  ...documentActs(supplierStates, supplierCalls, {
    examine: ({ id }) => `${INFO}/${id}/examine`,
    print: ({ id }) => `${SUPPLIER_PRINT}?ids=${id}`,
  }),
  ...switchActs(supplierCalls.status, '供应商', ({ openPurchases }: PartyRow & { openPurchases: string }) =>
    openPurchases === '' ? '' : `未完成的采购单 ${openPurchases} 继续执行。`,
  ),
]

/** What the form, the page and the task of a supplier say; a form passes over what nobody types. */
export const SUPPLIER_SECTIONS = [
  {
    title: '基本信息',
    fields: [
      ...['supplierCode', 'supplierName', 'shortName', 'supplierType', 'grade', 'creditCode', 'taxNo'],
      ...['taxRate', 'legalPerson', 'isDirect', 'closeReason'],
    ],
  },
  {
    title: '联系方式',
    fields: ['contactName', 'contactPhone', 'telephone', 'email', 'fax', 'districtId', 'address'],
  },
  {
    title: '银行与结算',
    note: '已审核的供应商修改名称、统一社会信用代码或银行信息后须重新审核，通过前仍使用原值。',
    fields: ['bankName', 'bankAccount', 'bankAddress', 'settleType', 'creditDays', 'payTerms', 'currency'],
  },
  {
    title: '供货',
    fields: ['leadTimeDays', 'minOrderAmount', 'orderDays', 'buyerId', 'warehouseIds'],
  },
  CONTRACT,
  { title: 'SAP', fields: ['sapPurOrg', 'vendorNum', ...SAP] },
  { title: '其他', fields: ['remark', 'files'] },
]
