import { wechatFan, wechatMessage } from './fan/fan.entity.ts'
import { wechatMenu } from './menu/menu.entity.ts'
import { wechatReply } from './reply/reply.entity.ts'
import { templateMessage } from './template/template.entity.ts'

/** What the room stores with the fields that a person knows; its tables follow from them. Architecture §3. */
export const wechatEntities = [wechatReply, wechatMenu, wechatFan, wechatMessage, templateMessage] as const
