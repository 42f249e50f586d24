import type { Db } from '#kit/server/database.ts'
import { AppError } from '#kit/shared/errors.ts'
import { enabledVersion } from '../definition/compiled.server.ts'
import type { Variables } from '../engine/records.ts'
import { condition, ExpressionError } from '../model/expression.ts'

interface Chosen {
  definitionId: number
  processName: string
  titleTemplate: string
}

/**
 * The first enabled binding of a type whose condition is true and whose process has an enabled version; null: one
 * examiner decides. A condition that cannot be evaluated is refused: leaving it out would let a document slip past
 * its approval. Workflow §3.11.
 */
export async function chooseBinding(
  db: Db,
  businessType: string,
  variables: Variables,
): Promise<Chosen | null> {
  const rows = await db
    .selectFrom('processBinding')
    .select(['processName', 'condition', 'titleTemplate'])
    .where('businessType', '=', businessType)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  for (const row of rows) {
    if (!applies(row, variables)) continue
    const { id } = await enabledVersion(db, row.processName)
    if (id !== null)
      return { definitionId: id, processName: row.processName, titleTemplate: row.titleTemplate }
  }
  return null
}

function applies(row: { processName: string; condition: string }, variables: Variables): boolean {
  if (row.condition === '') return true
  try {
    return condition(row.condition)(variables)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const message = `流程绑定「${row.processName}」的适用条件执行失败：${error.message}`
    throw new AppError(422, message, { reason: 'EXPR_ERROR' })
  }
}

/** A title out of its template: {name} is a variable, {title} the type's own title. */
export function titleFrom(template: string, title: string, variables: Variables): string {
  if (template === '') return title
  return template.replace(/\{([^{}]+)\}/g, (_, given: string) => {
    const name = given.trim()
    if (name === 'title') return title
    const value = Object.hasOwn(variables, name) ? variables[name] : ''
    return typeof value === 'object' ? '' : String(value ?? '')
  })
}
