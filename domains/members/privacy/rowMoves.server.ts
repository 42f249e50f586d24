import { type RawBuilder, sql } from 'kysely'
import type { ConsumerMerge } from '#kit/server/consumers.ts'
import type { Tx } from '#kit/server/database.ts'

const count = async (tx: Tx, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(tx)).numAffectedRows ?? 0)

interface Sums {
  by: readonly string[]
  /** added up */
  sums: readonly string[]
  /** the earlier, the later and the larger of both */
  least?: readonly string[]
  most?: readonly string[]
  /** several marks in one number */
  bits?: readonly string[]
}

/** Figures of which a consumer has one row for each value of `by`: both become one. */
export const addsUp = (
  table: string,
  title: string,
  { by, sums, least = [], most = [], bits = [] }: Sums,
): ConsumerMerge => ({
  title,
  async merge(tx, from, to) {
    const columns = [...by, ...sums, ...least, ...most, ...bits]
    const list = sql.join(columns.map((name) => sql.ref(name)))
    const set = [
      ...sums.map((name) => sql`${sql.ref(name)} = own.${sql.ref(name)} + excluded.${sql.ref(name)}`),
      ...least.map((name) => sql`${sql.ref(name)} = least(own.${sql.ref(name)}, excluded.${sql.ref(name)})`),
      ...most.map(
        (name) => sql`${sql.ref(name)} = greatest(own.${sql.ref(name)}, excluded.${sql.ref(name)})`,
      ),
      ...bits.map((name) => sql`${sql.ref(name)} = own.${sql.ref(name)} | excluded.${sql.ref(name)}`),
    ]
    const unique = sql.join(['uid', ...by].map((name) => sql.ref(name)))
    const moved = await count(
      tx,
      sql`insert into ${sql.table(table)} as own ("uid", ${list})
        select ${to}::int, ${list} from ${sql.table(table)} where "uid" = ${from}
        on conflict (${unique}) do update set ${sql.join(set)}`,
    )
    await count(tx, sql`delete from ${sql.table(table)} where "uid" = ${from}`)
    return moved
  },
})
