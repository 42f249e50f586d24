import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { DocumentTask } from '#kit/web/document/documentTask.tsx'
import { LinksView } from './LinksView.tsx'
import { shoudaCalls } from './shouda.calls.ts'
import { shouda } from './shouda.entity.ts'
import { SHOUDA_CELLS, SHOUDA_SECTIONS } from './shoudaView.tsx'

/** A sold-to party on the page of an approval task. Workflow §4. */
export default function ShoudaTask({ businessId: id }: TaskFormProps) {
  return (
    <>
      <DocumentTask
        id={id}
        of={shouda}
        info={shoudaCalls.info}
        sections={SHOUDA_SECTIONS}
        cells={SHOUDA_CELLS}
      />
      <LinksView shoudaId={id} />
    </>
  )
}
