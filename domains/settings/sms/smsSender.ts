import type { Registration } from '#kit/server/points.ts'
import { conflict } from '#kit/shared/errors.ts'
import { declareSender } from '../notice/senders.ts'
import { smsWay } from './gateway.ts'
import { queueSms } from './sendSms.ts'

/** Messages of notify: written in its transaction, sent by the job. Doors §3 declareSender. */
export const smsSender: Registration = declareSender(
  'sms',
  async (tx, { scene, address, params, source }) => {
    if (scene.smsId === 0) throw conflict(`通知场景“${scene.type}”没有设置短信模板`)
    const way = await smsWay(tx)
    await queueSms(tx, way, {
      phone: address,
      templateId: scene.smsId,
      params,
      scene: scene.mark,
      sourceId: source,
    })
  },
)
