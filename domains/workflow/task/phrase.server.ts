import type { Db, Tx } from '#kit/server/database.ts'

/** What everybody has until they keep phrases of their own. */
const FIRST = ['同意', '同意，请尽快办理', '请补充材料后重新提交', '不同意，请说明原因']

/** What somebody often writes under a decision. */
export async function phrasesOf(db: Db, adminId: number): Promise<string[]> {
  const row = await db
    .selectFrom('processPhrase')
    .select('phrases')
    .where('adminId', '=', adminId)
    .executeTakeFirst()
  return row?.phrases ?? FIRST
}

export async function keepPhrases(tx: Tx, adminId: number, phrases: string[]): Promise<void> {
  await tx
    .insertInto('processPhrase')
    .values({ adminId, phrases })
    .onConflict((conflict) => conflict.column('adminId').doUpdateSet({ phrases }))
    .execute()
}
