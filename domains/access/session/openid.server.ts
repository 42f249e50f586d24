import type { Db, Tx } from '#kit/server/database.ts'
import { conflict } from '#kit/shared/errors.ts'

/** How the social platform is asked; the room of the official account registers it. */
export interface OpenidSource {
  /** whether form 84 is complete */
  isConfigured(db: Db): Promise<boolean>
  /** spends a code; 422 授权信息无效，请重试. Never inside a transaction */
  openidOf(db: Db, code: string): Promise<string>
}

let source: OpenidSource | undefined

export function declareOpenid(found: OpenidSource): void {
  source = found
}

export async function hasSocialLogin(db: Db): Promise<boolean> {
  return (await source?.isConfigured(db)) ?? false
}

/** The openid of a code; 409 未配置公众号 without an official account. */
export async function openidOfCode(db: Db, code: string): Promise<string> {
  if (source === undefined || !(await source.isConfigured(db))) throw conflict('未配置公众号')
  return source.openidOf(db, code)
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
