import type { Db } from '#kit/server/database.ts'
import { conflict } from '#kit/shared/errors.ts'
import { sceneOf } from './scenes.ts'
import { ON } from './systemNotification.entity.ts'

/**
 * The template by which a scene sends short messages, for those that must not be lost or read by others and are sent
 * by sendSms themselves; 409 when 短信 of the scene is off or has no template. Platform §12.3.
 */
export async function sceneSms(db: Db, mark: string): Promise<number> {
  const scene = await db
    .selectFrom('systemNotification')
    .select(['isSms', 'smsId'])
    .where('mark', '=', mark)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (scene?.isSms !== ON || scene.smsId === 0)
    throw conflict(`未开启“${sceneOf(db, mark)?.type ?? mark}”的短信，请先在消息管理中开启并选择短信模板`)
  return scene.smsId
}
