import { type ComponentType, lazy } from 'react'
import type { DocumentScreens } from '#kit/shared/documentPages.ts'

/** What the part of a room that shows its document gets. */
export interface TaskFormProps {
  businessId: number
  /** null where the document is only shown, e.g. beside the trace */
  taskId: number | null
  /** examine: the person decides about it now */
  mode: 'see' | 'examine'
  /** by field name what the node of the task lets a person do with it; what is not named may be read */
  rights: Readonly<Record<string, 'read' | 'edit' | 'hidden'>>
}

const forms = new Map<string, ComponentType<TaskFormProps>>()

/** A room registers what stands on the task page for its documents: under the business type, or the name a node's form has. Workflow §4. */
export function declareTaskForm(type: string, Form: ComponentType<TaskFormProps>): void {
  forms.set(type, Form)
}

/** The same of declared documents, by the names of their entities: their screens are loaded with the first task. */
export function declareDocumentTasks(
  screens: Readonly<Record<string, () => Promise<{ default: DocumentScreens }>>>,
): void {
  for (const [type, load] of Object.entries(screens))
    declareTaskForm(
      type,
      lazy(async () => ({ default: (await load()).default.Task })),
    )
}

/** The part registered under one of the names, the first that is. */
export function taskFormOf(...names: readonly string[]): ComponentType<TaskFormProps> | undefined {
  return names.map((name) => forms.get(name)).find((one) => one !== undefined)
}
