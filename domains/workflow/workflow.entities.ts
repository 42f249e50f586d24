import { processBinding } from './binding/binding.entity.ts'
import { processHead } from './definition/definition.entity.ts'
import { processDelegation } from './delegation/delegation.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const workflowEntities = [processHead, processBinding, processDelegation] as const
