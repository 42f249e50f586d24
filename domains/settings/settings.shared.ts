import { button, type MenuNode, type RoomFacts } from '#kit/shared/room.ts'
import { articleCalls } from './article/article.calls.ts'
import { article } from './article/article.entity.ts'
import { categoryCalls } from './category.calls.ts'
import { category } from './category.entity.ts'
import { configCalls } from './config.calls.ts'
import { dictDataCalls, dictListCalls, dictTypeCalls, namedListCalls } from './dict.calls.ts'
import { dictData, dictType } from './dict.entity.ts'
import { sensitiveHit } from './words/sensitiveHit.entity.ts'
import { sensitiveScene } from './words/sensitiveScene.entity.ts'
import { sensitiveWord } from './words/sensitiveWord.entity.ts'
import { hitCalls, sceneCalls, wordCalls } from './words/words.calls.ts'

export { type CategoryNodeWire, categoryCalls } from './category.calls.ts'
export { CATEGORY_LICENCES, CATEGORY_TYPES, type CategoryType, category } from './category.entity.ts'
export { ALL_PICTURES, DEFAULT_FOLDER } from './category.rules.ts'
export { configCalls, type FormField } from './config.calls.ts'
export { type DictNode, dictDataCalls, dictListCalls, dictTypeCalls } from './dict.calls.ts'
export { CHANNELS, dictData, dictType } from './dict.entity.ts'

const words: readonly MenuNode[] = [
  {
    key: 'settings.words',
    name: '系统敏感词',
    path: '/systemSensitiveWords',
    sort: 50,
    permissions: [wordCalls.list.permission, wordCalls.info.permission],
    buttons: [
      button('新增', wordCalls.save),
      button('编辑', wordCalls.update),
      button('启停', wordCalls.status),
      button('删除', wordCalls.remove),
      button('导入', wordCalls.importLines),
      button('导出', wordCalls.exportRows),
    ],
  },
  {
    key: 'settings.wordScenes',
    name: '敏感词设置',
    path: '/sensitiveWordsSetting',
    sort: 40,
    permissions: [sceneCalls.list.permission],
    buttons: [
      button('设置', sceneCalls.update),
      button('在线检测', wordCalls.check),
      button('命中记录', hitCalls.list),
      button('复核', hitCalls.review),
      button('导出命中记录', hitCalls.exportRows),
    ],
  },
]

const content: MenuNode = {
  key: 'content',
  name: '内容管理',
  icon: 'ReadOutlined',
  sort: 100,
  children: [
    {
      key: 'settings.article',
      name: '文章管理',
      path: '/content/articleManager',
      sort: 20,
      permissions: [articleCalls.list.permission, articleCalls.info.permission],
      buttons: [
        button('新增', articleCalls.save),
        button('编辑', articleCalls.update),
        button('显示/隐藏', articleCalls.status),
        button('关联商品', articleCalls.bind),
        button('删除', articleCalls.remove),
        button('导出', articleCalls.exportRows),
      ],
    },
    {
      key: 'settings.article.form',
      name: '文章资料',
      path: '/content/articleCreat/:id?',
      activeMenu: '/content/articleManager',
      hidden: true,
    },
    {
      key: 'settings.articleCategory',
      name: '文章分类',
      path: '/content/classifManager',
      sort: 10,
      permissions: [categoryCalls.list.permission, categoryCalls.info.permission],
      buttons: [
        button('新增', categoryCalls.save),
        button('编辑', categoryCalls.update),
        button('启用/停用', categoryCalls.updateStatus),
        button('删除', categoryCalls.remove),
      ],
    },
  ],
}

/** Doors §2, layer 1. The page of product categories belongs to the room whose things they file. */
export const settingsFacts: RoomFacts = {
  name: 'settings',
  layer: 1,
  label: '设置',
  entities: [category, dictType, dictData, sensitiveWord, sensitiveScene, sensitiveHit, article],
  calls: [
    ...Object.values(categoryCalls),
    ...Object.values(configCalls),
    ...Object.values(dictDataCalls),
    ...Object.values(dictTypeCalls),
    ...Object.values(dictListCalls),
    ...namedListCalls.map((one) => one.call),
    ...Object.values(wordCalls),
    ...Object.values(sceneCalls),
    ...Object.values(hitCalls),
    ...Object.values(articleCalls),
  ],
  menus: [{ key: 'system', name: '系统设置', icon: 'SettingOutlined', children: words }, content],
}
