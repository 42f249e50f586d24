import type { Db } from '#kit/server/database.ts'

/** The main account of a company, whom it is told things by; nobody while there is none. */
export async function mainAccounts(db: Db, companyId: number): Promise<{ kind: string; id: number }[]> {
  const rows = await db
    .selectFrom('orgUser')
    .select('id')
    .where('orgId', '=', companyId)
    .where('isAdmin', '=', 1)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .execute()
  return rows.map(({ id }) => ({ kind: 'orgUser', id }))
}
