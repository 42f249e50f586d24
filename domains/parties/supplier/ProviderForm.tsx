import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { logisticsProvider } from './logisticsProvider.entity.ts'
import { PROVIDER_SECTIONS, PROVIDERS } from './providerPage.ts'
import { providerCalls } from './supplier.calls.ts'

const LinesInput = lazy(() => import('#kit/fields/lines/web.tsx'))

function PriceLines(props: InputProps) {
  return (
    <Suspense fallback={<Busy />}>
      <LinesInput {...props} addLabel="新增运价" emptyText="还没有运价，新增一行或从表格软件复制后粘贴" />
    </Suspense>
  )
}

const INPUTS = { priceLines: { Input: PriceLines } }
/** 新增物流商, 编辑物流商. Catalog §7.2. */
export default function ProviderForm() {
  const { id } = useParams()
  return (
    <DocumentForm
      id={id === undefined ? null : Number(id)}
      of={logisticsProvider}
      calls={providerCalls}
      groups={PROVIDER_SECTIONS}
      inputs={INPUTS}
      back={PROVIDERS}
    />
  )
}
