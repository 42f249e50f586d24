import type { Made, TableOf, TablesOf } from '#kit/server/database.ts'
import type { wechatMessage } from './fan/fan.entity.ts'
import type { AccountKind } from './wechat.config.server.ts'
import type { wechatEntities } from './wechat.entities.ts'

declare module '#kit/server/database.ts' {
  interface Tables extends TablesOf<typeof wechatEntities> {
    /** each word belongs to one reply; as it is compared */
    wechatKeyword: { word: string; replyId: number }
    /** with what a repeated message is known by and answered with; the answer is null while it is being found */
    wechatMessage: TableOf<typeof wechatMessage> & { msgKey: string; answer: string | null }
    /** what is sent by template */
    wechatSend: {
      id: Made<number>
      kind: AccountKind
      mark: string
      source: string
      openid: string
      tempId: string
      data: unknown
      status: Made<0 | 1 | 2>
      attempts: Made<number>
      msgId: Made<string>
      error: Made<string>
      createTime: Made<Date>
    }
    /** what all processes share: tokens and tickets (sealed), leases, the last error */
    wechatShared: { name: string; value: string; expireTime: Date; updateTime: Made<Date> }
  }
}
