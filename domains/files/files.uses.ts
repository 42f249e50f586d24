import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { knownEntities } from '#kit/server/dbErrors.ts'
import { loose } from '#kit/server/loose.ts'
import type { Use } from '#kit/server/refs.ts'
import type { Entity } from '#kit/shared/entity.ts'

// Where addresses of files can stand: in columns of their own, or inside texts and structures.
const WHOLE = new Set(['image'])
const INSIDE = new Set(['images', 'html', 'longText', 'files', 'json', 'lines'])

/**
 * Who uses attachments: every row of every entity that names their address in a picture, a text or a structure.
 * So no room has to tell of its pictures. Platform §9.2.
 */
export async function usesOfAttachments(tx: Tx, ids: readonly number[]): Promise<Use[]> {
  const rows = await tx
    .selectFrom('attachment')
    .select(['id', 'attDir', 'sattDir'])
    .where('id', 'in', [...ids])
    .execute()
  const found: Use[] = []
  for (const { id, attDir, sattDir } of rows) {
    const addresses = [...new Set([attDir, sattDir])]
    for (const entity of knownEntities(tx))
      if (entity.name !== 'attachment' && entity.name !== 'fileTask')
        found.push(...(await usesIn(tx, entity, id, addresses)))
    found.push(...(await usesInSettings(tx, id, addresses)))
  }
  return found
}

/** Logos and other pictures of the configuration, whose values are no entity. */
async function usesInSettings(tx: Tx, id: number, addresses: readonly string[]): Promise<Use[]> {
  const patterns = addresses.map((address) => `%${address}%`)
  const rows = await tx
    .selectFrom('systemConfig')
    .select('title')
    .where(sql<boolean>`"value" like any(${sql.val(patterns)}::text[])`)
    .orderBy('id')
    .execute()
  const [first] = rows
  return first === undefined ? [] : [{ id, place: `系统设置「${first.title}」`, n: rows.length }]
}

/** How many pictures lie in folders: a folder is deleted only when it is empty. Platform §9.2. */
export async function picturesIn(tx: Tx, ids: readonly number[]): Promise<Use[]> {
  const rows = await tx
    .selectFrom('attachment')
    .select(['pid', sql<number>`count(*)`.as('n')])
    .where('pid', 'in', [...ids])
    .where('isDel', '=', 0)
    .where('isQuick', '=', 0)
    .groupBy('pid')
    .execute()
  return rows.map(({ pid, n }) => ({ id: pid ?? 0, place: '素材', n }))
}

async function usesIn(tx: Tx, of: Entity, id: number, addresses: string[]): Promise<Use[]> {
  const patterns = addresses.map((address) => `%${address}%`)
  const hits = Object.entries(of.shape).flatMap(([name, field]) => {
    if (WHOLE.has(field.type)) return [sql`${sql.ref(name)} = any(${sql.val(addresses)}::text[])`]
    return INSIDE.has(field.type) ? [sql`${sql.ref(name)}::text like any(${sql.val(patterns)}::text[])`] : []
  })
  if (hits.length === 0) return []
  const row = await loose(tx)
    .selectFrom(of.name)
    .select([
      sql<number>`count(*)`.as('n'),
      sql<string>`coalesce(min(${sql.ref(of.facts.title)}::text), '')`.as('title'),
    ])
    .where('isDel', '=', 0)
    .where(sql<boolean>`(${sql.join(hits, sql` or `)})`)
    .executeTakeFirstOrThrow()
  const n = Number(row.n)
  return n === 0 ? [] : [{ id, place: `${of.label}「${row.title}」`, n }]
}
