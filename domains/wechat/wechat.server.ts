import './wechat.tables.ts'
import { fileURLToPath } from 'node:url'
import { declareConfigTest, declareForms, declareSender } from '#domains/settings/settings.door.ts'
import { declareCache } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'
import { declareUse } from '#kit/server/refs.ts'
import type { RoomServer } from '#kit/server/room.ts'
import { fanExport, servedFans } from './fan/fan.server.ts'
import { servedMenu } from './menu/menu.server.ts'
import { servedPage } from './page.server.ts'
import { refreshAhead, testAccount } from './platform/platform.server.ts'
import { messageRoutes } from './receive/receive.routes.ts'
import { fanEvents } from './receive/receive.server.ts'
import { servedMedia } from './reply/media.server.ts'
import { replyCache } from './reply/reply.memory.ts'
import { replyExport, servedReplies, usesOfArticles } from './reply/reply.server.ts'
import { sender, sendJob } from './template/send.server.ts'
import { servedTemplates } from './template/template.server.ts'
import { isConfigured, routineForm, wechatForm } from './wechat.config.server.ts'
import { wechatFacts } from './wechat.shared.ts'

async function keepTokens(db: Db): Promise<number> {
  let handled = 0
  for (const kind of ['wechat', 'routine'] as const)
    if (await isConfigured(db, kind)) handled += await refreshAhead(db, kind)
  return handled
}

export const wechatRoom: RoomServer = {
  facts: wechatFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [servedPage, ...servedMenu, ...servedReplies, servedMedia, ...servedFans, ...servedTemplates],
  tasks: [replyExport, fanExport],
  jobs: [
    { name: 'wechat.token', title: '更新微信凭证', cron: '0 */5 * * * *', light: true, run: keepTokens },
    sendJob,
  ],
  routes: (app, context) => messageRoutes(app, context.db),
  registers: [
    ...declareForms(routineForm, wechatForm),
    declareCache(replyCache),
    ...fanEvents,
    declareUse('article', usesOfArticles),
    declareConfigTest(wechatForm.id, async (db) => {
      await testAccount(db)
      return '连接正常'
    }),
    declareSender('wechat', sender('wechat')),
    declareSender('routine', sender('routine')),
  ],
}
