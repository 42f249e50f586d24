import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { logisticsProvider } from './logisticsProvider.entity.ts'
import { PROVIDER_SECTIONS } from './providerPage.ts'
import { providerCalls } from './supplier.calls.ts'

/** A carrier on the page of an approval task. Workflow §4. */
export default function ProviderTask({ businessId }: TaskFormProps) {
  return (
    <DocumentTask
      of={logisticsProvider}
      info={providerCalls.info}
      sections={PROVIDER_SECTIONS}
      id={businessId}
    />
  )
}
