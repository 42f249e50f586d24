import { directory, type Page, page, unlisted } from '#kit/shared/pages.ts'
import { DATA_PAGE, TYPES_PAGE } from './dict/dict.addresses.ts'

const LOGISTICS = '/maintain/logistics'

/** A page that the one of logistics leads to. */
const fromLogistics = { adminOnly: true, activeMenu: LOGISTICS }

/** Settings, dictionaries, regions, articles, notices and sensitive words. Platform §1.3. */
const pages: readonly Page[] = [
  directory('maintain', '维护', { icon: 'ToolOutlined' }, [
    page('maintain.logistics', '物流设置', LOGISTICS, () => import('./Logistics.tsx'), {
      adminOnly: true,
      behind: [page('maintain.logistics.service', '物流查询与面单', `${LOGISTICS}/service`, () => import('./services/ExpressSetting.tsx'))],
    }),
    page('maintain.logistics.city', '城市数据', `${LOGISTICS}/cityList`, () => import('./CityList.tsx'), fromLogistics),
    page('maintain.logistics.express', '物流公司', `${LOGISTICS}/companyList`, () => import('./CompanyList.tsx'), fromLogistics),
  ]),
  directory('system', '系统设置', { icon: 'SettingOutlined' }, [
    page('settings.config', '设置', '/operation/setting', () => import('./setting/Setting.tsx'), { noCache: true }),
    page('settings.formTemp', '表单配置', '/operation/formConfig', () => import('./formTemp/FormConfig.tsx')),
    page('settings.onePass', '平台服务', '/operation/onePass', () => import('./services/OnePass.tsx')),
    page('settings.dict', '字典类型', TYPES_PAGE, () => import('./dict/DictTypeList.tsx'), {
      behind: [
        unlisted(
          'admin:platform:type:list',
          '字典数据',
          `${DATA_PAGE}/:dictId`,
          () => import('./dict/DictDataList.tsx'),
          // A list of its own.
          { noCache: false },
        ),
      ],
    }),
    page('settings.notification', '消息通知', '/operation/notification', () => import('./notice/NotificationList.tsx')),
    page('settings.words', '系统敏感词', '/systemSensitiveWords', () => import('./words/SystemWords.tsx'), { sort: 50 }),
    page('settings.wordScenes', '敏感词设置', '/sensitiveWordsSetting', () => import('./words/WordsSetting.tsx'), { sort: 40 }),
  ]),
  directory('content', '内容管理', { icon: 'ReadOutlined', sort: 100 }, [
    page('settings.article', '文章管理', '/content/articleManager', () => import('./article/ArticleManager.tsx'), {
      sort: 20,
      behind: [
        page('settings.article.form', '文章资料', '/content/articleCreat/:id?', () => import('./article/ArticleForm.tsx'), {
          adds: 'admin:article:save',
        }),
      ],
    }),
    page('settings.articleCategory', '文章分类', '/content/classifManager', () => import('./article/ClassifManager.tsx'), { sort: 10 }),
  ]),
]

export default pages
