import type { InputProps } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { SectionInput } from '../place/SectionInput.tsx'

/** A section of the warehouse that sends. */
export function SectionOfOut(props: InputProps) {
  const { outWarehouseId } = useFormDraft()
  return <SectionInput {...props} row={{ ...props.row, warehouseId: outWarehouseId }} />
}

/** A section of the warehouse that receives, which the dialog knows. */
export function SectionOfIn(props: InputProps) {
  const { inWarehouseId } = useFormDraft()
  return <SectionInput {...props} row={{ ...props.row, warehouseId: inWarehouseId }} />
}
