import { standardHandlers } from '#kit/server/standard.ts'
import { sectionCalls } from './section.calls.ts'
import { section } from './section.entity.ts'

export const sectionServed = standardHandlers(section, sectionCalls, { chosen: 'enabled' })
