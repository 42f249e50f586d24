import { configCalls } from '#domains/settings/settings.shared.ts'
import { button, type MenuNode, type RoomFacts } from '#kit/shared/room.ts'
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

const replyChanges = [
  button('新增', replyCalls.save),
  button('编辑', replyCalls.update),
  button('上传素材', uploadMedia),
]

const menus: readonly MenuNode[] = [
  {
    key: 'wechat',
    name: '公众号',
    icon: 'WechatOutlined',
    adminOnly: true,
    children: [
      {
        key: 'wechat.account',
        name: '公众号设置',
        path: ACCOUNT_PAGE,
        sort: 30,
        noCache: true,
        adminOnly: true,
        permissions: [overview.permission, configCalls.info.permission],
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
      },
      {
        key: 'wechat.menu',
        name: '微信菜单',
        path: MENU_PAGE,
        sort: 20,
        noCache: true,
        adminOnly: true,
        permissions: [menuCalls.read.permission],
        buttons: [
          button('发布', menuCalls.create),
          button('删除', menuCalls.remove),
          button('历史', menuCalls.history),
          button('恢复', menuCalls.restore),
        ],
      },
      {
        key: 'wechat.reply',
        name: '自动回复',
        path: REPLIES_PAGE,
        sort: 10,
        adminOnly: true,
      },
      {
        key: 'wechat.reply.follow',
        name: '关注回复',
        path: FOLLOW_PAGE,
        activeMenu: REPLIES_PAGE,
        hidden: true,
        adminOnly: true,
        permissions: [replyCalls.infoByWord.permission],
        buttons: replyChanges,
      },
      {
        key: 'wechat.reply.keyword',
        name: '关键字回复',
        path: KEYWORDS_PAGE,
        activeMenu: REPLIES_PAGE,
        hidden: true,
        adminOnly: true,
        permissions: [replyCalls.list.permission, replyCalls.info.permission],
        buttons: [
          ...replyChanges,
          button('显示/隐藏', replyCalls.status),
          button('删除', replyCalls.remove),
          button('导出', replyCalls.exportRows),
        ],
      },
      {
        key: 'wechat.reply.keywordForm',
        name: '关键字回复资料',
        path: `${KEYWORD_FORM}/:id?`,
        activeMenu: KEYWORDS_PAGE,
        hidden: true,
        adminOnly: true,
      },
      {
        key: 'wechat.reply.default',
        name: '无效词回复',
        path: DEFAULT_PAGE,
        activeMenu: REPLIES_PAGE,
        hidden: true,
        adminOnly: true,
        permissions: [replyCalls.infoByWord.permission],
        buttons: replyChanges,
      },
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
