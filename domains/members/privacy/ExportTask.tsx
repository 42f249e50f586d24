import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { EXPORT_SECTIONS } from './ExportPage.tsx'
import { exportCalls } from './userExport.calls.ts'
import { userExport } from './userExport.entity.ts'

/** What an approval task shows of an export. Workflow §4. */
export default function ExportTask({ businessId }: { businessId: number }) {
  return <DocumentTask of={userExport} info={exportCalls.info} id={businessId} sections={EXPORT_SECTIONS} />
}
