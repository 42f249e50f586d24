import { declareDicts } from '#kit/web/dict.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'
import { declareRefOptions } from '#kit/web/refs.ts'
import type { RoomWeb } from '#kit/web/room.ts'
import { categoryCalls } from './category.calls.ts'
import { dictListCalls } from './dict.calls.ts'

/** Dictionaries and categories for the fields of every room. Platform §8.1, catalog §2.1. */
export const settingsWeb: RoomWeb = {
  name: 'settings',
  routes: [
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
    { path: '/sensitiveWordsSetting', title: '敏感词设置', lazy: () => import('./words/WordsSetting.tsx') },
    { path: '/systemSensitiveWords', title: '系统敏感词', lazy: () => import('./words/SystemWords.tsx') },
  ],
  register() {
    declareDicts(dictListCalls.byType)
    declareRefOptions('category', {
      call: categoryCalls.all,
      title: '分类',
      input: (field) => ({ type: field.categoryType }),
      Input: lazyInput(() =>
        import('./CategorySelect.tsx').then((file) => ({ default: file.CategorySelect })),
      ),
    })
  },
}
