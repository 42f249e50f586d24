import { button, type RoomFacts } from '#kit/shared/room.ts'
import { articleCalls } from './article/article.calls.ts'
import { categoryCalls } from './category.calls.ts'
import { configCalls } from './config.calls.ts'
import {
  DICT_IMPORT,
  DICT_PAGES,
  dictDataCalls,
  dictListCalls,
  dictTypeCalls,
  namedListCalls,
} from './dict.calls.ts'
import { expressCalls } from './express.calls.ts'
import { formTempCalls } from './formTemp/formTemp.calls.ts'
import { ownNoticeCalls, sceneNoticeCalls, waitingCalls } from './notice/notice.calls.ts'
import pages from './pages.ts'
import { CITY_IMPORT, regionCalls } from './region.calls.ts'
import { passCalls } from './services/pass.calls.ts'
import { settingsEntities } from './settings.entities.ts'
import { shippingTemplateCalls } from './shippingTemplate.calls.ts'
import { smsRecordCalls, smsTemplateCalls } from './sms/sms.calls.ts'
import { hitCalls, sceneCalls, wordCalls } from './words/words.calls.ts'

export { type CategoryNodeWire, categoryCalls } from './category.calls.ts'
export { category } from './category.entity.ts'
export { ALL_PICTURES, DEFAULT_FOLDER } from './category.rules.ts'
export { configCalls, type FormField } from './config.calls.ts'
export { dictListCalls } from './dict.calls.ts'
export { CHANNELS, TEMP_ZONES } from './dict.entity.ts'

/** Doors §2, layer 1. The page of product categories belongs to the room whose things they file. */
export const settingsFacts: RoomFacts = {
  name: 'settings',
  layer: 1,
  label: '设置',
  entities: settingsEntities,
  calls: [
    ...Object.values(categoryCalls),
    ...Object.values(configCalls),
    ...Object.values(dictDataCalls),
    ...Object.values(dictTypeCalls),
    ...Object.values(dictListCalls),
    ...namedListCalls.map((one) => one.call),
    ...Object.values(regionCalls),
    ...Object.values(expressCalls),
    ...Object.values(shippingTemplateCalls),
    ...Object.values(wordCalls),
    ...Object.values(sceneCalls),
    ...Object.values(hitCalls),
    ...Object.values(articleCalls),
    ...Object.values(passCalls),
    ...Object.values(smsTemplateCalls),
    ...Object.values(smsRecordCalls),
    ...Object.values(sceneNoticeCalls),
    ...Object.values(ownNoticeCalls),
    ...Object.values(waitingCalls),
    ...Object.values(formTempCalls),
  ],
  pages,
  rights: {
    'maintain.logistics': { calls: shippingTemplateCalls },
    'maintain.logistics.city': {
      calls: regionCalls,
      labels: { status: '显示/隐藏' },
      buttons: [button('渠道可达', regionCalls.channel), { name: '导入', permissions: [CITY_IMPORT] }],
    },
    'maintain.logistics.express': {
      calls: expressCalls,
      reads: [expressCalls.template],
      buttons: [
        button('显示/隐藏', expressCalls.show),
        { name: '导入', permissions: ['admin:express:import'] },
        button('同步', expressCalls.sync),
      ],
    },
    'maintain.logistics.service': {
      reads: [configCalls.info, expressCalls.template],
      buttons: [
        button('保存', configCalls.saveForm),
        button('测试', configCalls.test),
        button('查询轨迹', expressCalls.trace),
        button('打印面单', expressCalls.label),
      ],
    },
    'settings.config': {
      reads: [configCalls.info],
      buttons: [
        button('保存', configCalls.saveForm),
        button('变更历史', configCalls.history),
        button('测试连接', configCalls.test),
      ],
    },
    'settings.formTemp': { calls: formTempCalls },
    'settings.onePass': {
      reads: [passCalls.info],
      buttons: [
        button('登录', passCalls.login, passCalls.sendUserCode, passCalls.register),
        button('退出登录', passCalls.logout),
        button('修改密码', passCalls.updatePassword),
        button('修改手机号', passCalls.validatePhone, passCalls.updatePhone),
        button('开通服务', passCalls.open),
        button('充值', passCalls.topUp),
        button('使用记录', passCalls.userRecord),
        button('导出使用记录', passCalls.exportRecords),
        button('修改签名', passCalls.modifySign),
        button('短信模板', smsTemplateCalls.list),
        button('申请模板', smsTemplateCalls.save, smsTemplateCalls.sync),
        button('删除模板', smsTemplateCalls.remove),
        button('短信记录', smsRecordCalls.list),
        button('导出短信记录', smsRecordCalls.exportRows),
      ],
    },
    'settings.dict': {
      reads: [DICT_PAGES],
      buttons: [
        button('新增类型', dictTypeCalls.save),
        button('编辑类型', dictTypeCalls.update),
        button('启停类型', dictTypeCalls.status),
        button('删除类型', dictTypeCalls.remove),
        button('导出类型', dictTypeCalls.exportRows),
        button('新增数据', dictDataCalls.save),
        button('编辑数据', dictDataCalls.update),
        button('启停数据', dictDataCalls.status),
        button('删除数据', dictDataCalls.remove),
        { name: '导入数据', permissions: [DICT_IMPORT] },
        button('导出数据', dictDataCalls.exportRows),
      ],
    },
    'settings.notification': {
      calls: sceneNoticeCalls,
      buttons: [
        button(
          '开关',
          sceneNoticeCalls.switchNotice,
          sceneNoticeCalls.switchSms,
          sceneNoticeCalls.switchWechat,
          sceneNoticeCalls.switchRoutine,
        ),
      ],
    },
    'settings.words': {
      calls: wordCalls,
      labels: { status: '启停' },
      buttons: [button('导入', wordCalls.importLines)],
    },
    'settings.wordScenes': {
      calls: sceneCalls,
      labels: { update: '设置' },
      buttons: [
        button('在线检测', wordCalls.check),
        button('命中记录', hitCalls.list),
        button('复核', hitCalls.review),
        button('导出命中记录', hitCalls.exportRows),
      ],
    },
    'settings.article': {
      calls: articleCalls,
      labels: { status: '显示/隐藏' },
      buttons: [button('关联商品', articleCalls.bind)],
    },
    'settings.articleCategory': {
      calls: categoryCalls,
      buttons: [button('启用/停用', categoryCalls.updateStatus)],
    },
  },
}
