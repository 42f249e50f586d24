import { sapFields } from '#domains/sap/sap.shared.ts'
import { choice, date, files, flag, int, money, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { CREDIT, SETTLE_TYPES } from '../company/company.entity.ts'
import { bankAccountField, taxNoField } from '../parties.rules.ts'
import {
  companyField,
  companyNameField,
  defaultField,
  sapCode,
  sapNumberField,
  statusField,
} from './partner.fields.ts'
import { CONTRACT_STATES } from './validity.rules.ts'

/** 付款方, SAP role RG. Catalog §6.2. */
export const payer = entity(
  'payer',
  '付款方',
  {
    payerCode: sapNumberField('付款方编码'),
    payerName: text('付款方名称', { max: 80, required: true, search: true, width: 200 }),
    companyId: companyField,
    companyName: companyNameField,
    taxNo: taxNoField('税号', { list: false }),
    bankName: text('开户行', { max: 80, list: false }),
    bankAccount: bankAccountField('银行账号', { list: false }),
    creditArea: sapCode('信贷控制范围', 4),
    creditLimit: money('信用额度', { initial: 0, permission: CREDIT }),
    creditDays: int('账期(天)', { max: 999, list: false, permission: CREDIT }),
    settleType: choice('结算方式', SETTLE_TYPES, { required: true, initial: 1, filter: true }),
    reconDay: int('对账日', { min: 1, max: 28, list: false }),
    contractNo: text('合同编号', { max: 30, list: false }),
    contractStart: date('合同开始', { list: false }),
    contractEnd: date('合同结束', { list: false }),
    contractFiles: files('合同'),
    contractStatus: choice('合同状态', CONTRACT_STATES, { readOnly: true, filter: true }),
    productLimit: flag('限定商品', { initial: 0, list: false, help: '只能购买为其设置的付款方商品' }),
    isDefault: defaultField,
    status: statusField,
    remark: text('备注', { max: 200, long: true, list: false }),
    ...sapFields,
  },
  { title: 'payerName', code: 'payerCode', scope: { company: 'companyId', owner: 'createBy' }, grams: true },
)
