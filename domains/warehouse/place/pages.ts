import { type Page, page } from '#kit/shared/pages.ts'

const warehouseForm = () => import('./WarehouseForm.tsx')
const sectionForm = () => import('./SectionForm.tsx')

/** Warehouse §4.1. */
export const warehousePages: readonly Page[] = [
  page('warehouse.list', '仓库列表', '/warehouse/list', () => import('./WarehouseList.tsx'), {
    sort: 90,
    behind: [
      page('warehouse.add', '新增仓库', '/warehouse/addWarehouse', warehouseForm, { adds: 'admin:warehouse:save' }),
      page('warehouse.edit', '编辑仓库', '/warehouse/addWarehouse/:id?', warehouseForm),
    ],
  }),
]

/** Warehouse §4.2, §4.3. */
export const placePages: readonly Page[] = [
  page('wms.section', '库区管理', '/wms/section', () => import('./SectionList.tsx'), {
    sort: 90,
    behind: [
      page('wms.section.add', '新增库区', '/wms/addSection', sectionForm, { adds: 'admin:wms:section:save' }),
      page('wms.section.edit', '编辑库区', '/wms/addSection/:id?', sectionForm),
    ],
  }),
]
