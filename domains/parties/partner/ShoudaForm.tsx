import { lines } from '#kit/fields/shared.ts'
import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { FamiliesInput } from './FamiliesInput.tsx'
import { LinksEditor } from './LinksEditor.tsx'
import { hidesNumber } from './partnerForms.ts'
import { linkLine } from './partnerLink.entity.ts'
import { shoudaCalls } from './shouda.calls.ts'
import { shouda } from './shouda.entity.ts'
import { usePartnerRoute } from './usePartnerRoute.ts'

const GROUPS = [
  {
    title: '基本信息',
    fields: ['companyId', 'shoudaNum', 'shoudaName', 'channelId', 'salesChannelId', 'isGroupBuying'],
  },
  {
    title: '销售范围',
    note: '已审核的售达方修改销售范围、冻结和默认合作方后须重新审核，通过前仍按原值执行。',
    fields: ['salesOrg', 'distChannel', 'division', 'salesOffice', 'salesGroup', 'custGroup', 'priceGroup'],
  },
  {
    title: '结算与发运',
    fields: [
      'currency',
      'paymentTerms',
      'taxClass',
      'accountGroup',
      'shipCondition',
      'warehouseId',
      'productFamilies',
    ],
  },
  { title: '冻结', fields: ['orderBlock', 'deliveryBlock', 'blockReason'] },
  { title: '其他', fields: ['files', 'remark'] },
]
const SHAPE = { ...shouda.shape, links: lines('合作方', linkLine) }
const INPUTS = { productFamilies: { Input: FamiliesInput } }

const sent = (input: Record<string, unknown>) => ({
  ...input,
  ...('links' in input
    ? {
        links: rowsOf(input.links).map(({ role, partnerId, isDefault }) => ({ role, partnerId, isDefault })),
      }
    : {}),
})
const isHidden = (name: string, values: WireRow): boolean =>
  hidesNumber(name) || (name === 'blockReason' && values.orderBlock !== 1 && values.deliveryBlock !== 1)

/** 新增售达方, 编辑售达方. Catalog §6.2. */
export default function ShoudaForm() {
  return (
    <DocumentForm
      {...usePartnerRoute()}
      of={shouda}
      calls={shoudaCalls}
      shape={SHAPE}
      groups={GROUPS}
      inputs={INPUTS}
      hidden={isHidden}
      complete={sent}
      below={(form) => <LinksEditor form={form} />}
      back="/company/shouda"
    />
  )
}
