import type { Call, Page } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import type { Errors } from '#kit/web/form/errors.ts'
import type { InputSettings } from '#kit/web/form/FormBody.tsx'
import type { FormModalOptions } from '#kit/web/form/FormModal.tsx'
import type { ColumnSettingsOf, ListRow } from '#kit/web/list/columnsOf.tsx'
import type { PickerFacts } from '#kit/web/picker/PickerModal.tsx'
import { invoiceTo } from './invoiceTo.entity.ts'
import { invoiceFaults } from './invoiceTo.rules.ts'
import { invoiceToCalls, payerCalls, shipToCalls } from './partner.calls.ts'
import { hidesNumber, type PartnerGroup } from './partnerGroups.ts'
import type { LinkRole } from './partnerLink.entity.ts'
import type { ById, PartnerRow } from './partnerList.tsx'
import { payer } from './payer.entity.ts'
import { shipTo } from './shipTo.entity.ts'

/** A payer, ship-to or invoice-to as far as its screens show it. */
export type Partner = PartnerRow & WireRow & { contractStart?: string | null; contractEnd?: string | null }

/** What the screens of a payer, ship-to or invoice-to say, each declared once. Catalog §6.2. */
export interface PartnerScreens {
  role: LinkRole
  of: Entity
  calls: {
    list: Call<unknown, { companyId?: string; limit?: number }, unknown, Page<Partner>>
    info: Call<unknown, { id?: number }, unknown, Partner>
    save: Call
    update: Call
    pushSap: ById
    setDefault: ById
  }
  /** field of its number */
  code: string
  /** address of its list, and above that of its form and its page */
  list: string
  page: string
  groups: readonly PartnerGroup[]
  inputs?: InputSettings
  check?(values: WireRow): Errors
  /** columns of its list between 单位 and 默认, and of a choice */
  show: readonly string[]
  columns?: ColumnSettingsOf<Partner>
  chosenBy: readonly string[]
}

const isGiven = (values: WireRow) => values.contractGiven === 1

export const PAYER: PartnerScreens = {
  role: 1,
  of: payer,
  calls: payerCalls,
  code: 'payerCode',
  list: '/company/payer',
  page: '/company/addPayer',
  groups: [
    {
      title: '基本信息',
      fields: ['companyId', 'payerCode', 'payerName', 'taxNo', 'productLimit', 'status'],
      told: ['agentId'],
    },
    { title: '银行', fields: ['bankName', 'bankAccount'] },
    {
      title: '结算与信用',
      fields: ['settleType', 'reconDay', 'creditArea', 'creditLimit', 'creditDays'],
      told: ['usedCredit'],
    },
    {
      title: '合同',
      fields: ['contractNo', 'contractStart', 'contractEnd', 'contractFiles'],
      told: ['contractStatus', 'contractGiven'],
    },
    { title: '其他', fields: ['remark'] },
  ],
  inputs: Object.fromEntries(
    ['contractNo', 'contractStart', 'contractEnd'].map((name) => [name, { disabled: isGiven }]),
  ),
  show: ['creditLimit', 'usedCredit', 'settleType', 'contractStatus'],
  chosenBy: ['settleType'],
}

export const SHIP_TO: PartnerScreens = {
  role: 2,
  of: shipTo,
  calls: shipToCalls,
  code: 'shipToCode',
  list: '/company/userAddress',
  page: '/company/addAddress',
  groups: [
    { title: '基本信息', fields: ['companyId', 'shipToCode', 'shipToName', 'status'], told: ['agentId'] },
    {
      title: '收货地址',
      fields: ['contactName', 'contactPhone', 'backupPhone', 'districtId', 'address', 'lng', 'lat'],
    },
    {
      title: '收货要求',
      fields: [
        ...['receiveFrom', 'receiveTo', 'receiveWeekdays', 'unloadReq', 'truckLimit', 'needAppointment'],
        ...['logisticsMode', 'deliveryCustType', 'routeCode', 'warehouseId'],
      ],
    },
    { title: '其他', fields: ['remark'] },
  ],
  show: ['contactName', 'contactPhone', 'districtId', 'address'],
  columns: {
    contactName: { width: 90 },
    contactPhone: { width: 120 },
    districtId: { width: 110 },
    address: { width: 140 },
  },
  chosenBy: ['contactName', 'address'],
}

export const INVOICE_TO: PartnerScreens = {
  role: 3,
  of: invoiceTo,
  calls: invoiceToCalls,
  code: 'invoiceCode',
  list: '/company/invoice',
  page: '/company/addInvoice',
  groups: [
    {
      title: '基本信息',
      fields: ['companyId', 'invoiceCode', 'invoiceTitle', 'taxNo', 'invoiceType', 'status'],
      told: ['agentId'],
    },
    {
      title: '开户与注册',
      note: '增值税专票、数电专票须填写全部四项。',
      fields: ['bankName', 'bankAccount', 'regAddress', 'regPhone'],
    },
    {
      title: '收票',
      note: '电子票须填写收票邮箱，纸质票须填写收票人、电话和地址。',
      fields: ['receiveEmail', 'receivePhone', 'receiverName', 'receiverAddress'],
    },
    { title: '开票方式', fields: ['mergeMode', 'invoiceLimit'] },
    { title: '其他', fields: ['remark'] },
  ],
  check: (values) => Object.fromEntries(invoiceFaults(values).map(({ field, message }) => [field, message])),
  show: ['taxNo', 'invoiceType', 'receiveEmail'],
  chosenBy: ['taxNo'],
}

export const PARTNERS: readonly PartnerScreens[] = [PAYER, SHIP_TO, INVOICE_TO]

/** The form of a partner, for a page or a dialog. */
export function formOf({ of, calls, groups, inputs, check }: PartnerScreens): Omit<FormModalOptions, 'id'> {
  const { info, save, update } = calls
  return {
    of,
    calls: { info, save, update },
    groups,
    hidden: hidesNumber,
    ...(inputs === undefined ? {} : { inputs }),
    ...(check === undefined ? {} : { check }),
  }
}

/** How a partner is chosen where a sold-to party is written. */
export function pickerOf({ of, calls, code, chosenBy, list }: PartnerScreens): PickerFacts<ListRow> {
  return {
    title: `选择${of.label}`,
    width: 800,
    call: calls.list,
    columns: [code, of.facts.title, 'companyId', ...chosenBy],
    searched: '编号、名称、单位',
    empty: `请选择${of.label}`,
    made: { title: of.label, page: list },
    label: (row: WireRow) => String(row[of.facts.title]),
  }
}

/** What stands for a partner in the links of a sold-to party. */
export function linkOf({ of, code }: PartnerScreens, row: WireRow): WireRow {
  const { id, companyId, status, isDefault } = row
  return {
    partnerId: id,
    companyId,
    status,
    code: row[code],
    name: row[of.facts.title],
    isOwnDefault: isDefault,
  }
}
