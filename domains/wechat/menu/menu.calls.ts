import { z } from 'zod'
import { json } from '#kit/fields/shared.ts'
import { answerOf, get, idField, post, target } from '#kit/shared/call.ts'
import { menuButtons } from './menu.entity.ts'

const MENU = '/admin/wechat/menu/public'
const button = json('菜单', menuButtons, { required: true })
const version = target.version

const menuAnswer = z.object({
  menu: z.object({ button: menuButtons }),
  /** saved and not (yet) what followers see */
  draft: z.boolean(),
  publishTime: z.number().nullable(),
  /** name of the person; '' when never published from here */
  publishBy: z.string(),
  /** to be sent back with the next create, restore or delete */
  version: z.number(),
  /** keys of click buttons that no enabled reply answers: 关键字未设置回复 */
  unanswered: z.array(z.string()),
})

/** Platform §11.1. */
export const menuCalls = {
  read: get(`${MENU}/get`, { title: '公众号菜单', answer: answerOf(menuAnswer) }),
  create: post(`${MENU}/create`, {
    title: '发布公众号菜单',
    input: { button, version },
    business: 2,
    answer: answerOf(z.object({ version: z.number(), unanswered: z.array(z.string()) })),
  }),
  remove: post(`${MENU}/delete`, { title: '删除公众号菜单', input: { version } }),
  /** published menus, newest first */
  history: get(`${MENU}/history`, {
    title: '公众号菜单历史',
    answer: answerOf(
      z.array(
        z.object({
          id: z.number(),
          button: menuButtons,
          isCurrent: z.boolean(),
          publishTime: z.number().nullable(),
          publishBy: z.string(),
        }),
      ),
    ),
  }),
  /** makes an earlier menu the draft; nothing changes for followers until it is published */
  restore: post(`${MENU}/restore/:id`, {
    title: '恢复公众号菜单',
    input: { id: idField(), version },
    business: 2,
  }),
}
