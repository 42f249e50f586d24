import type { Choice } from '#kit/shared/field.ts'
import { user } from '../user/user.entity.ts'

/** The columns an export of users may hold, by their names. Members §10.2. */
export const shapeNames = (): readonly (Choice & { value: string })[] =>
  Object.entries(user.all)
    .filter(([, field]) => field.port !== false)
    .map(([value, { label }]) => ({ value, label }))
