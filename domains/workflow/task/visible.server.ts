import type { Db } from '#kit/server/database.ts'
import { hideRecord } from '#kit/server/hidden.ts'
import type { Who } from '#kit/server/who.ts'
import type { Variables } from '../engine/records.ts'

/** The variables of an instance without the fields of its document that the person may not see. Decision 0048. */
export function visibleTo(db: Db, who: Who, businessType: string, variables: Variables): Variables {
  return hideRecord(db, who, businessType, variables)
}
