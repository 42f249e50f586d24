import { lazy, type ReactNode, Suspense } from 'react'
import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Shape } from '#kit/shared/field.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import type { FormGroup, InputSettings } from './FormBody.tsx'
import type { LeftOut } from './places.ts'
import type { FormRules, FormState } from './useForm.ts'

const FormDialog = lazy(() => import('./FormDialog.tsx'))

/** What form pages and form dialogs share. */
export interface EntityFormProps extends FormRules {
  of: Entity
  calls: { info?: Call; save?: Call; update?: Call }
  /** fields in place of the entity's, when the input has more (lines) or fewer */
  shape?: Shape
  /** what no group names stands behind the last one */
  groups?: readonly FormGroup[]
  leftOut?: LeftOut
  inputs?: InputSettings
  /** values a new form starts with */
  initial?: WireRow
  /** asked before it is sent; false: not now */
  before?: (values: WireRow) => Promise<boolean>
  /** an update that is checked like a new row, e.g. because it is handed in for a decision */
  whole?: () => boolean
  complete?: (input: Record<string, unknown>, values: WireRow) => Record<string, unknown>
  touches?: readonly string[]
  /** said after it was saved, when 创建成功 or 编辑成功 is not what happened */
  success?: string
  /** says itself what became of the save, and answers true; false: as usual */
  said?: (id: number) => boolean
  /** gets the answer of the save, when it says more than the id, e.g. warnings */
  told?: (answer: unknown) => void
  /** below the inputs */
  below?: (form: FormState) => ReactNode
}

export interface FormModalOptions extends EntityFormProps {
  /** null: a new row */
  id: number | null
  title?: string
  width?: number
}

/**
 * Opens the form of an entity in a dialog; the id of the saved row, or null when the person gave up. The dialog is
 * loaded with the first form.
 */
export function openForm(options: FormModalOptions): Promise<number | null> {
  return openDialog<number | null>((close) => (
    <Suspense fallback={null}>
      <FormDialog {...options} onClose={close} />
    </Suspense>
  ))
}
