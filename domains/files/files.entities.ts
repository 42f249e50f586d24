import { fileTask } from '#kit/shared/fileTask.entity.ts'
import { attachment } from './attachment.entity.ts'
import { exportPlan } from './plan.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const filesEntities = [attachment, fileTask, exportPlan] as const
