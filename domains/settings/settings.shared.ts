import { button, type RoomFacts } from '#kit/shared/room.ts'
import { categoryCalls } from './category.calls.ts'
import { category } from './category.entity.ts'
import { configCalls } from './config.calls.ts'
import { TYPES_PAGE } from './dict/dict.pages.ts'
import {
  DICT_IMPORT,
  DICT_PAGES,
  dictDataCalls,
  dictListCalls,
  dictTypeCalls,
  namedListCalls,
} from './dict.calls.ts'
import { dictData, dictType } from './dict.entity.ts'

export { type CategoryNodeWire, categoryCalls } from './category.calls.ts'
export { CATEGORY_LICENCES, CATEGORY_TYPES, type CategoryType, category } from './category.entity.ts'
export { ALL_PICTURES, DEFAULT_FOLDER } from './category.rules.ts'
export { configCalls, type FormField } from './config.calls.ts'
export { type DictNode, dictDataCalls, dictListCalls, dictTypeCalls } from './dict.calls.ts'
export { CHANNELS, dictData, dictType } from './dict.entity.ts'

/** Doors §2, layer 1. The pages of categories belong to the rooms whose things they file. */
export const settingsFacts: RoomFacts = {
  name: 'settings',
  layer: 1,
  label: '设置',
  entities: [category, dictType, dictData],
  calls: [
    ...Object.values(categoryCalls),
    ...Object.values(configCalls),
    ...Object.values(dictDataCalls),
    ...Object.values(dictTypeCalls),
    ...Object.values(dictListCalls),
    ...namedListCalls.map((one) => one.call),
  ],
  menus: [
    {
      key: 'system',
      name: '系统设置',
      icon: 'SettingOutlined',
      children: [
        {
          key: 'settings.config',
          name: '设置',
          path: '/operation/setting',
          noCache: true,
          permissions: [configCalls.info.permission],
          buttons: [button('保存', configCalls.saveForm)],
        },
        {
          key: 'settings.dict',
          name: '字典类型',
          path: TYPES_PAGE,
          permissions: [DICT_PAGES],
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
      ],
    },
  ],
}
