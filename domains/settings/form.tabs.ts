import type { Tx } from '#kit/server/database.ts'
import { type Category, insertCategory } from './category.write.ts'
import { allForms, FORM_CATEGORIES } from './form.ts'

/**
 * The tabs of 系统设置: categories of type 6, one per form under one per kind; extra holds the form's id. They are
 * found again by sourceNo, so that renamed, moved and deleted ones stay so. Platform §7.1.
 */
export async function seedFormTabs(tx: Tx): Promise<void> {
  const rows = await tx.selectFrom('category').selectAll().where('type', '=', 6).execute()
  const known = new Map<string, Category>(rows.map((row) => [row.sourceNo, row]))
  for (const [index, name] of FORM_CATEGORIES.entries()) {
    const key = `kind${index}`
    if (!known.has(key))
      known.set(
        key,
        await insertCategory(
          tx,
          { type: 6, name, sourceNo: key, sort: FORM_CATEGORIES.length - index },
          null,
        ),
      )
  }
  for (const { id, title, category } of allForms(tx)) {
    const key = `form${id}`
    const kind = known.get(`kind${category}`)
    if (!known.has(key))
      await insertCategory(
        tx,
        { type: 6, name: title, sourceNo: key, extra: String(id) },
        kind?.isDel === 0 ? kind : null,
      )
  }
}
