import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { logisticsProvider } from './logisticsProvider.entity.ts'
import { PROVIDERS } from './providerPage.ts'
import { providerCalls } from './supplier.calls.ts'

const LinesInput = lazy(() => import('#kit/fields/lines/web.tsx'))

function PriceLines(props: InputProps) {
  return (
    <Suspense fallback={<Busy />}>
      <LinesInput {...props} addLabel="添加运价" emptyText="还没有运价，添加一行或从表格软件复制后粘贴" />
    </Suspense>
  )
}

const INPUTS = { priceLines: { Input: PriceLines } }
const GROUPS = [
  {
    title: '基本信息',
    fields: ['providerCode', 'providerName', 'shortName', 'creditCode', 'roadLicenceNo', 'insuranceAmount'],
  },
  {
    title: '联系方式',
    fields: ['contactName', 'contactPhone', 'dispatchPhone', 'email', 'districtId', 'address'],
  },
  {
    title: '承运能力',
    fields: ['logisticsModes', 'tempZones', 'serviceAreas', 'warehouseIds', 'ownTruck'],
  },
  {
    title: '运价',
    note: '按重量时首量、续量的单位为千克，按体积时为立方米；城市可以是省、市、区，最近的一级优先。已审核的物流商修改许可证号或运价后须重新审核，通过前仍使用原值。',
    fields: ['priceMode', 'priceLines'],
  },
  { title: '结算', fields: ['settleType', 'creditDays', 'bankName', 'bankAccount', 'taxRate'] },
  { title: '合同', fields: ['contractNo', 'contractStart', 'contractEnd', 'contractFiles'] },
  { title: '接口', fields: ['apiCode', 'sapCode'] },
  { title: '其他', fields: ['remark', 'files'] },
]

/** 新增物流商, 编辑物流商. Catalog §7.2. */
export default function ProviderForm() {
  const { id } = useParams()
  return (
    <DocumentForm
      id={id === undefined ? null : Number(id)}
      of={logisticsProvider}
      calls={providerCalls}
      groups={GROUPS}
      inputs={INPUTS}
      back={PROVIDERS}
    />
  )
}
