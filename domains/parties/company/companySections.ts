import type { InputSettings } from '#kit/web/form/FormBody.tsx'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import { PERSON_TYPE } from './company.entity.ts'

/** The fields of a company as its page, its task and its form show them. Catalog §6.1. */
export const COMPANY_SECTIONS: readonly InfoSection[] = [
  {
    title: '基本信息',
    fields: [
      ...['orgName', 'shortName', 'orgCode', 'orgType', 'pid', 'channelIds', 'creditCode', 'legalPerson'],
      ...['legalPhone', 'registerCapital', 'establishDate', 'taxpayerType', 'businessScope'],
    ],
  },
  { title: '营业执照', fields: ['licenceEnd', 'licenceFile'] },
  {
    title: '联系方式',
    fields: ['contactName', 'contactPhone', 'contactEmail', 'districtId', 'address'],
  },
  {
    title: '销售',
    fields: [
      ...['agentId', 'salesChannelId', 'salesOffice', 'salesGroup', 'deliveryOrderType'],
      ...['deliveryCustType', 'logisticsMode', 'onlyDirectory'],
    ],
  },
  { title: '结算', fields: ['settleType', 'creditLimit', 'creditDays'] },
  { title: '其他', fields: ['remark', 'files'] },
]

const PERIOD = 4

/** Fields that do not apply: a person has no credit code, only 账期 has days. */
export const hiddenInForm = (name: string, values: Readonly<Record<string, unknown>>): boolean =>
  (name === 'creditCode' && values.orgType === PERSON_TYPE) ||
  (name === 'creditDays' && Number(values.settleType) !== PERIOD)

/** What the form of a company says beside its fields. */
export const COMPANY_INPUTS: InputSettings = {
  agentId: { help: '须为标记为客服的员工；留空为新增人本人' },
  pid: { help: '留空为一级单位，最多五级' },
  districtId: { help: '选择到区县' },
}
