import { configCalls } from '#domains/settings/settings.shared.ts'
import { button, hiddenPage, type MenuNode, menuPage, type RoomFacts } from '#kit/shared/room.ts'
import { overview, pageConfig } from './account.calls.ts'
import { fanCalls } from './fan/fan.calls.ts'
import { wechatFan, wechatMessage } from './fan/fan.entity.ts'
import { menuCalls } from './menu/menu.calls.ts'
import { wechatMenu } from './menu/menu.entity.ts'
import { replyCalls, uploadMedia } from './reply/reply.calls.ts'
import { wechatReply } from './reply/reply.entity.ts'
import { templateCalls } from './template/template.calls.ts'
import { templateMessage } from './template/template.entity.ts'
import {
  ACCOUNT_PAGE,
  DEFAULT_PAGE,
  FOLLOW_PAGE,
  KEYWORD_FORM,
  KEYWORDS_PAGE,
  MENU_PAGE,
  REPLIES_PAGE,
} from './wechat.pages.ts'

/** The page of the one answer to everything of a kind: shown and changed in place. */
const oneReply = (key: string, name: string, path: string): MenuNode =>
  menuPage(key, name, path, {
    adminOnly: true,
    calls: { save: replyCalls.save, update: replyCalls.update },
    reads: [replyCalls.infoByWord],
    buttons: [button('上传素材', uploadMedia)],
  })

const menus: readonly MenuNode[] = [
  {
    key: 'wechat',
    name: '公众号',
    icon: 'WechatOutlined',
    adminOnly: true,
    children: [
      menuPage('wechat.account', '公众号', ACCOUNT_PAGE, {
        sort: 30,
        noCache: true,
        adminOnly: true,
        reads: [overview, configCalls.info],
        buttons: [
          button('保存', configCalls.saveForm),
          button('测试连接', configCalls.test),
          button('粉丝', fanCalls.list),
          button('导出粉丝', fanCalls.exportRows),
          button('消息记录', fanCalls.messages),
          button('消息模板', templateCalls.list),
          button('同步公众号模板', templateCalls.syncWechat),
          button('同步小程序订阅消息', templateCalls.syncRoutine),
        ],
      }),
      menuPage('wechat.menu', '微信菜单', MENU_PAGE, {
        sort: 20,
        noCache: true,
        adminOnly: true,
        calls: menuCalls,
        reads: [menuCalls.read],
        buttons: [
          button('发布', menuCalls.create),
          button('历史', menuCalls.history),
          button('恢复', menuCalls.restore),
        ],
      }),
      { key: 'wechat.reply', name: '自动回复', path: REPLIES_PAGE, sort: 10, adminOnly: true },
      oneReply('wechat.reply.follow', '关注回复', FOLLOW_PAGE),
      menuPage('wechat.reply.keyword', '关键字回复', KEYWORDS_PAGE, {
        adminOnly: true,
        calls: replyCalls,
        labels: { status: '显示/隐藏' },
        buttons: [button('上传素材', uploadMedia)],
      }),
      {
        ...hiddenPage('wechat.reply.keywordForm', '关键字回复资料', `${KEYWORD_FORM}/:id?`, KEYWORDS_PAGE),
        adminOnly: true,
      },
      oneReply('wechat.reply.default', '无效词回复', DEFAULT_PAGE),
    ],
  },
]

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
  menus,
}
