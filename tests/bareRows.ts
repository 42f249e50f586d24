// Rows straight in the tables, as bare as those allow: for tests made from the declarations, which know no room's rules.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import type { Entity } from '#kit/shared/entity.ts'

/** From here on no test has rows. */
const NOBODY = 1_000_000_000

function filling(type: string, name: string, id: number, isApart: boolean): RawBuilder<unknown> {
  if (type.startsWith('timestamp') || type === 'date') return sql`now()`
  if (type === 'ARRAY') return sql`'{}'`
  if (type === 'jsonb') return sql`'[]'::jsonb`
  if (type === 'text') return sql`${`${name}${id}`}`
  if (type === 'smallint' || type === 'boolean') return sql`'1'`
  return type === 'integer' && isApart ? sql`${id + NOBODY}` : sql`${id}`
}

/**
 * Writes a row of an entity with the id and values given, enabled and in force, anything else that must be there filled
 * in; `apart`: what one row alone may refer to is nobody, so that another row may. Foreign keys and triggers do not count.
 */
export async function insertBare(
  db: Db,
  of: Entity,
  id: number,
  given: Readonly<Record<string, RawBuilder<unknown>>>,
  { apart = false }: { apart?: boolean } = {},
): Promise<void> {
  const { rows } = await sql<{ name: string; type: string; isUnique: boolean }>`
    select column_name as "name", data_type as "type", exists (
        select from pg_index i
        where i.indrelid = format('public.%I', ${of.name}::text)::regclass and i.indisunique
          and pg_get_indexdef(i.indexrelid) ~ ('\\m' || column_name || '\\M')) as "isUnique"
    from information_schema.columns
    where table_schema = 'public' and table_name = ${of.name} and is_generated = 'NEVER' and (
      is_nullable = 'NO' and column_default is null
      or data_type = 'text' and exists (
        select from pg_index i
        where i.indrelid = format('public.%I', ${of.name}::text)::regclass and i.indisunique
          and pg_get_indexdef(i.indexrelid) ~ ('\\m' || column_name || '\\M')))`.execute(db)
  const values = new Map<string, RawBuilder<unknown>>(
    rows.map(({ name, type, isUnique }) => [name, filling(type, name, id, apart && isUnique)]),
  )
  for (const [name, field] of Object.entries(of.shape)) {
    if (name === 'inForce' || name === 'status') values.set(name, sql`1`)
    if (field.unique && field.type === 'text') values.set(name, sql`${`${name}${id}`}`)
  }
  for (const [name, value] of Object.entries(given)) values.set(name, value)
  values.set('id', sql`${id}`)
  const names = [...values.keys()]
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one)
    await sql`insert into ${sql.table(of.name)} (${sql.join(names.map((name) => sql.ref(name)))})
      overriding system value values (${sql.join([...values.values()])})`.execute(one)
    await sql`set session_replication_role = origin`.execute(one)
  })
}
