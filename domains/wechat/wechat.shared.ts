import type { RoomFacts } from '#kit/shared/room.ts'
import { overview, pageConfig } from './account.calls.ts'
import { fanCalls } from './fan/fan.calls.ts'
import { wechatFan, wechatMessage } from './fan/fan.entity.ts'
import { menuCalls } from './menu/menu.calls.ts'
import { wechatMenu } from './menu/menu.entity.ts'
import { replyCalls, uploadMedia } from './reply/reply.calls.ts'
import { wechatReply } from './reply/reply.entity.ts'
import { templateCalls } from './template/template.calls.ts'
import { templateMessage } from './template/template.entity.ts'

/** Doors §2, layer 3. */
export const wechatFacts: RoomFacts = {
  name: 'wechat',
  layer: 3,
  label: '公众号',
  entities: [wechatReply, wechatMenu, wechatFan, wechatMessage, templateMessage],
  calls: [
    pageConfig,
    overview,
    ...Object.values(menuCalls),
    ...Object.values(replyCalls),
    uploadMedia,
    ...Object.values(fanCalls),
    ...Object.values(templateCalls),
  ],
  menus: [],
}
