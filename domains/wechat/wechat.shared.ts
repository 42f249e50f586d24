import { configCalls } from '#domains/settings/settings.shared.ts'
import { button, type PageRights, type RoomFacts } from '#kit/shared/room.ts'
import { overview, pageConfig } from './account.calls.ts'
import { fanCalls } from './fan/fan.calls.ts'
import { menuCalls } from './menu/menu.calls.ts'
import pages from './pages.ts'
import { replyCalls, uploadMedia } from './reply/reply.calls.ts'
import { templateCalls } from './template/template.calls.ts'
import { wechatEntities } from './wechat.entities.ts'

export { pageConfig }

/** What the page of the one answer to everything of a kind lets people do: it is shown and changed in place. */
const oneReply: PageRights = {
  calls: { save: replyCalls.save, update: replyCalls.update },
  reads: [replyCalls.infoByWord],
  buttons: [button('上传素材', uploadMedia)],
}

/** Doors §2, layer 3. */
export const wechatFacts: RoomFacts = {
  name: 'wechat',
  layer: 3,
  label: '公众号',
  entities: wechatEntities,
  calls: [
    pageConfig,
    overview,
    ...Object.values(menuCalls),
    ...Object.values(replyCalls),
    uploadMedia,
    ...Object.values(fanCalls),
    ...Object.values(templateCalls),
  ],
  pages,
  rights: {
    'wechat.account': {
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
    },
    'wechat.menu': {
      calls: menuCalls,
      reads: [menuCalls.read],
      buttons: [
        button('发布', menuCalls.create),
        button('历史', menuCalls.history),
        button('恢复', menuCalls.restore),
      ],
    },
    'wechat.reply.keyword': {
      calls: replyCalls,
      labels: { status: '显示/隐藏' },
      buttons: [button('上传素材', uploadMedia)],
    },
    'wechat.reply.follow': oneReply,
    'wechat.reply.default': oneReply,
  },
}
