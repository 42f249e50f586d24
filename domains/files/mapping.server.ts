import { sql } from 'kysely'
import { type Db, jsonb, type Tx } from '#kit/server/database.ts'
import type { ImportDefinition } from '#kit/server/fileTask.ts'
import { headingOf, isRequired, mappingIn, type SheetMapping } from '#kit/server/tasks/sheet.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'

/** Remembered column mapping of imports, per person and type. Platform §5.4. */

/** The mapping out of its JSON text: only columns the import has; 422 when it cannot be read. */
export function readMapping(definition: ImportDefinition, text: string): SheetMapping {
  if (text === '') return {}
  try {
    const given: unknown = JSON.parse(text)
    const names = new Set(definition.columns.map((column) => column.name))
    return Object.fromEntries(
      Object.entries(mappingIn({ mapping: given })).filter(([name]) => names.has(name)),
    )
  } catch {
    throw refuse('列对应格式不正确', 'mapping')
  }
}

export async function rememberedMapping(db: Db, who: Who, bizType: string): Promise<SheetMapping> {
  const row = await db
    .selectFrom('importMapping')
    .select('mapping')
    .where('adminId', '=', who.adminId)
    .where('bizType', '=', bizType)
    .executeTakeFirst()
  return row?.mapping ?? {}
}

/** Keeps how a person matched; a sheet with the template's own headings says nothing about their others. */
export async function rememberMapping(
  tx: Tx,
  who: Who,
  bizType: string,
  mapping: SheetMapping,
): Promise<void> {
  if (Object.keys(mapping).length === 0) return
  const kept = jsonb(mapping)
  await tx
    .insertInto('importMapping')
    .values({ adminId: who.adminId, bizType, mapping: kept })
    .onConflict((conflict) =>
      conflict.columns(['adminId', 'bizType']).doUpdateSet({ mapping: kept, updateTime: sql`now()` }),
    )
    .execute()
}

/** The columns of an import beside the headings of a sheet, as remembered where the sheet has those headings. */
export function matched(definition: ImportDefinition, headings: readonly string[], remembered: SheetMapping) {
  return definition.columns.map((column) => ({
    name: column.name,
    title: column.title,
    required: isRequired(column),
    automatic: headingOf(column, headings, {}) ?? '',
    heading: headingOf(column, headings, remembered) ?? '',
  }))
}
