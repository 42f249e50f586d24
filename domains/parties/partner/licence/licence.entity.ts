import { choice, date, dict, files, flag, int, ref, text } from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { CONTRACT_STATES } from '../validity.rules.ts'

/** partyType. Doors §7.1. */
export const PARTY_TYPES = [
  { value: 1, label: '往来单位' },
  { value: 2, label: '售达方' },
  { value: 3, label: '付款方' },
  { value: 4, label: '供应商' },
  { value: 5, label: '物流商' },
] as const
export type PartyType = (typeof PARTY_TYPES)[number]['value']

/** Whose rows ownerId names. */
export const OWNER_ENTITIES: Readonly<Record<PartyType, string>> = {
  1: 'company',
  2: 'shouda',
  3: 'payer',
  4: 'supplier',
  5: 'logisticsProvider',
}

/** What a certificate or contract says of itself; also a line of a qualification file. Catalog §6.4. */
export const licenceLine = {
  licenceType: dict('证照类型', 'licence_type', { required: true, filter: true, width: 150 }),
  licenceNo: text('证照编号', { max: 50, required: true, search: true, width: 170 }),
  holder: text('持证主体', { max: 100, required: true, search: true, width: 180 }),
  scope: text('许可范围', { max: 200, list: false }),
  issueOrg: text('发证机关', { max: 100, list: false }),
  startDate: date('生效日期', { required: true }),
  endDate: date('到期日期', { sortable: true }),
  longTerm: flag('长期', { initial: 0, list: false }),
}

export const licenceFiles = files('附件', { required: true, accept: 'document', max: 10 })

const { files: _files, ...decided } = documentFields

/** 证照: a certificate or contract of a party, with its validity. Catalog D11, §6.4. */
export const licence = entity(
  'licence',
  '证照',
  {
    ownerType: choice('归属', PARTY_TYPES, { required: true, filter: true, width: 100 }),
    ownerId: int('归属单位', {
      refersBy: { field: 'ownerType', entities: OWNER_ENTITIES },
      required: true,
      min: 1,
      list: false,
      port: false,
    }),
    /** of the owner; none for suppliers and carriers */
    companyId: ref('所属单位', 'company', { readOnly: true, list: false }),
    ...licenceLine,
    files: licenceFiles,
    validStatus: choice('有效状态', CONTRACT_STATES, { readOnly: true, initial: 1, filter: true }),
    qualityId: ref('资质档案', 'companyQuality', { readOnly: true, list: false, port: false }),
    /** the first certificate of the chain of renewals; its own id there */
    chainId: int('证照链', { readOnly: true, list: false, port: false }),
    previousId: ref('上一证照', 'licence', { readOnly: true, list: false, port: false }),
    ...decided,
  },
  { title: 'licenceNo', scope: { company: 'companyId', owner: 'createBy' }, grams: true },
)
