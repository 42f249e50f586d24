import { DATA_PAGE, TYPES_PAGE } from './dict/dict.pages.ts'
import { DICT_PAGES } from './dict.calls.ts'

const LOGISTICS = '/maintain/logistics'

import type { RoomRoute } from '#kit/web/room.ts'

/** Dictionaries, categories and regions for the fields of every room. Platform §8.1, §8.2, catalog §2.1. */
const screens: readonly RoomRoute[] = [
  {
    path: '/operation/setting',
    title: '系统设置',
    noCache: true,
    lazy: () => import('./setting/Setting.tsx'),
  },
  { path: '/operation/formConfig', title: '表单配置', lazy: () => import('./formTemp/FormConfig.tsx') },
  { path: TYPES_PAGE, title: '字典类型', lazy: () => import('./dict/DictTypeList.tsx') },
  {
    path: `${DATA_PAGE}/:dictId`,
    title: '字典数据',
    permission: DICT_PAGES,
    activeMenu: TYPES_PAGE,
    lazy: () => import('./dict/DictDataList.tsx'),
  },
  { path: LOGISTICS, title: '物流设置', lazy: () => import('./Logistics.tsx') },
  {
    path: `${LOGISTICS}/cityList`,
    title: '城市数据',
    activeMenu: LOGISTICS,
    lazy: () => import('./CityList.tsx'),
  },
  {
    path: `${LOGISTICS}/companyList`,
    title: '物流公司',
    activeMenu: LOGISTICS,
    lazy: () => import('./CompanyList.tsx'),
  },
  {
    path: `${LOGISTICS}/service`,
    title: '物流查询与面单',
    activeMenu: LOGISTICS,
    lazy: () => import('./services/ExpressSetting.tsx'),
  },
  { path: '/operation/onePass', title: '平台服务', lazy: () => import('./services/OnePass.tsx') },
  {
    path: '/content/articleCreat/:id?',
    title: '文章资料',
    activeMenu: '/content/articleManager',
    lazy: () => import('./article/ArticleForm.tsx'),
  },
  {
    path: '/content/articleManager',
    title: '文章管理',
    lazy: () => import('./article/ArticleManager.tsx'),
  },
  {
    path: '/content/classifManager',
    title: '文章分类',
    lazy: () => import('./article/ClassifManager.tsx'),
  },
  {
    path: '/operation/notification',
    title: '消息通知',
    lazy: () => import('./notice/NotificationList.tsx'),
  },
  { path: '/sensitiveWordsSetting', title: '敏感词设置', lazy: () => import('./words/WordsSetting.tsx') },
  { path: '/systemSensitiveWords', title: '系统敏感词', lazy: () => import('./words/SystemWords.tsx') },
]

export default screens
