import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { seedLines } from './region.seed.ts'

/** The carriers a new house begins with; what people made of them since stays. Platform §8.3. */
export async function seedExpress(tx: Tx): Promise<void> {
  const first = await tx.selectFrom('express').select('id').limit(1).executeTakeFirst()
  if (first !== undefined) return
  const lines = await seedLines('express.csv')
  // Names may hold commas, codes do not.
  const codes = lines.map(([code = '']) => code)
  const names = lines.map(([, ...name]) => name.join(','))
  await sql`insert into "express" ("code", "name")
    select * from unnest(${sql.val(codes)}::text[], ${sql.val(names)}::text[])`.execute(tx)
}
