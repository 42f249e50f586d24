import type { Db } from '#kit/server/database.ts'
import { type Registration, singlePoint } from '#kit/server/points.ts'
import { readRow } from '#kit/server/rows.ts'
import { read } from '#kit/server/serve.ts'
import type { Who } from '#kit/server/who.ts'
import type { InOf, OutOf } from '#kit/shared/call.ts'
import { notFound } from '#kit/shared/errors.ts'
import { shoudaCalls } from './shouda.document.ts'
import { shouda } from './shouda.entity.ts'

type Asked = Omit<InOf<typeof shoudaCalls.groupBuying>, 'shoudaId' | 'shoudaNum'> & { shoudaId: number }
type Persons = OutOf<typeof shoudaCalls.groupBuying>

type List = (db: Db, who: Who, asked: Asked) => Promise<Persons>

const persons = singlePoint<List>('Group buying')

/**
 * The room of consumers tells who is bound to a sold-to party for group buying; until it does there is nobody.
 * @public
 */
export const declareGroupBuying = (list: List): Registration => persons.as(list)

export const groupBuyingServed = read(shoudaCalls.groupBuying, async (db, who, input) => {
  const { shoudaId, shoudaNum, ...asked } = input
  const nobody = { list: [], total: 0, page: input.page, limit: input.limit, totalPage: 1 }
  if (shoudaId === null && shoudaNum === '') return nobody
  const named = shoudaId ?? (await byNumber(db, shoudaNum))
  await readRow(db, who, shouda, named)
  return (await persons.of(db)?.(db, who, { ...asked, shoudaId: named })) ?? nobody
})

async function byNumber(db: Db, shoudaNum: string): Promise<number> {
  const found = await db
    .selectFrom('shouda')
    .select('id')
    .where('shoudaNum', '=', shoudaNum.padStart(10, '0'))
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return found.id
}
