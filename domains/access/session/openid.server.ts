import type { Db, Tx } from '#kit/server/database.ts'
import { conflict } from '#kit/shared/errors.ts'

/** Names of staff by the openids they have bound. */
export async function staffOfOpenids(db: Db, openids: readonly string[]): Promise<Map<string, string>> {
  if (openids.length === 0) return new Map()
  const rows = await db
    .selectFrom('admin')
    .select(['openid', 'realName'])
    .where('openid', 'in', openids)
    .where('isDel', '=', 0)
    .execute()
  return new Map(rows.map((row) => [row.openid, row.realName]))
}

/** Binds a social account to a person; 409 when another person has it. Platform §2.4. */
export async function bindOpenid(tx: Tx, adminId: number, openid: string): Promise<void> {
  const other = await tx
    .selectFrom('admin')
    .select('id')
    .where('openid', '=', openid)
    .where('isDel', '=', 0)
    .where('id', '<>', adminId)
    .executeTakeFirst()
  if (other !== undefined) throw conflict('该微信已绑定其他账号')
  await tx.updateTable('admin').set({ openid }).where('id', '=', adminId).execute()
}
