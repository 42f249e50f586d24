import { optionsCall, readAt } from '#kit/shared/standardCalls.ts'
import { declareDicts } from '#kit/web/dict.ts'
import { later } from '#kit/web/later.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'
import { declareMasterOptions, declareRefOptions } from '#kit/web/refs.ts'
import type { RoomWeb } from '#kit/web/room.ts'
import { onSignedIn } from '#kit/web/session.ts'
import type { categoryCalls } from './category.calls.ts'
import { fetchCityTree } from './cityTree.web.ts'
import type { dictListCalls, dictTypeCalls } from './dict.calls.ts'

/** Dictionaries, categories and regions for the fields of every room. Platform §8.1, §8.2, catalog §2.1. */
export const settingsWeb: RoomWeb = {
  name: 'settings',
  pages: () => import('./pages.ts'),
  register() {
    declareDicts(readAt<typeof dictListCalls.byType>('/admin/platform/data/type/:type'))
    declareRefOptions('dictType', {
      call: readAt<typeof dictTypeCalls.all>('/admin/platform/type/optionselect'),
      title: '字典类型',
      page: '/systemSetting/platform/dict',
    })
    declareRefOptions('category', {
      call: readAt<typeof categoryCalls.all>('/admin/category/all'),
      title: '分类',
      page: null,
      input: (field) => ({ type: field.categoryType }),
      Input: lazyInput(() =>
        import('./CategorySelect.tsx').then((file) => ({ default: file.CategorySelect })),
      ),
    })
    declareRefOptions('city', {
      call: optionsCall('/admin/system/city', '地区'),
      title: '地区',
      page: '/maintain/logistics/cityList',
      Input: lazyInput(() => import('./CitySelect.tsx').then((file) => ({ default: file.CitySelect }))),
    })
    declareMasterOptions(
      'shippingTemplate',
      '运费模板',
      '/admin/express/shipping/templates',
      '/maintain/logistics',
    )
    onSignedIn(() => later(fetchCityTree))
  },
}
