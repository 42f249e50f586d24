import type { Db } from '#kit/server/database.ts'
import type { InstanceRecord } from '../engine/records.ts'
import { findBinding } from './binding.ts'

/** The page that shows a document, with its id filled in; '' without one. */
export async function documentPage(
  db: Db,
  {
    businessType,
    businessId,
    processName,
  }: Pick<InstanceRecord, 'businessType' | 'businessId' | 'processName'>,
): Promise<string> {
  if (businessId === null) return ''
  const row = await db
    .selectFrom('processBinding')
    .select('form')
    .where('businessType', '=', businessType)
    .where('processName', '=', processName)
    .where('form', '<>', '')
    .where('isDel', '=', 0)
    .orderBy('sort')
    .executeTakeFirst()
  const form = row?.form ?? findBinding(db, businessType)?.form ?? ''
  return form.replace(/\{id\}|:id\b/g, String(businessId))
}
