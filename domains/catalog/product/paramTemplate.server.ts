import { sql } from 'kysely'
import { categoryFacts, categoryPath } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import type { productParam } from '../masters/productParam.entity.ts'

type ParamTemplate = EntityRow<typeof productParam>
/** by category: the template it names, else the one that names it */
export type Templates = ReadonlyMap<number, ParamTemplate>

/** The enabled parameter templates of categories, without those of their ancestors. Catalog §2.1, §2.2. */
export async function readTemplates(db: Db, categoryIds: readonly number[]): Promise<Templates> {
  if (categoryIds.length === 0) return new Map()
  const facts = await categoryFacts(db, categoryIds)
  const named = facts.flatMap((one) => one.paramId ?? [])
  const rows = await db
    .selectFrom('productParam')
    .selectAll()
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .where(
      sql<boolean>`("cateIds" && ${sql.val([...categoryIds])}::int[] or "id" = any(${sql.val(named)}::int[]))`,
    )
    .execute()
  return new Map(
    facts.flatMap(({ id, paramId }) => {
      const found = rows.find((row) => row.id === paramId) ?? rows.find((row) => row.cateIds.includes(id))
      return found === undefined ? [] : [[id, found]]
    }),
  )
}

/** The template of the last category of a path that has one. */
export function nearestTemplate(templates: Templates, path: readonly number[]): ParamTemplate | undefined {
  return templates.get(path.findLast((id) => templates.has(id)) ?? 0)
}

/** The enabled parameter template of a category, else of its nearest ancestor that has one. */
export async function paramTemplate(db: Db, categoryId: number): Promise<ParamTemplate | undefined> {
  const path = await categoryPath(db, categoryId)
  return nearestTemplate(await readTemplates(db, path), path)
}
