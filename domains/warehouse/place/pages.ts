import { type Page, page, unlisted } from '#kit/shared/pages.ts'
import { CONFIG, SECTION_FORM, SECTION_INFO, SECTION_LABELS, SECTIONS, WAREHOUSE_FORM, WAREHOUSE_INFO, WAREHOUSES } from './placeAddresses.ts'

const warehouseForm = () => import('./WarehouseForm.tsx')
const sectionForm = () => import('./SectionForm.tsx')

/** Warehouse §4.1. */
export const warehousePages: readonly Page[] = [
  page('warehouse.list', '仓库列表', WAREHOUSES, () => import('./WarehouseList.tsx'), {
    sort: 90,
    behind: [
      page('warehouse.add', '新增仓库', WAREHOUSE_FORM, warehouseForm, { adds: 'admin:warehouse:save' }),
      page('warehouse.edit', '编辑仓库', `${WAREHOUSE_FORM}/:id?`, warehouseForm),
      page('warehouse.info', '仓库详情', `${WAREHOUSE_INFO}/:id`, () => import('./WarehouseInfo.tsx')),
    ],
  }),
]

/** Warehouse §4.2, §4.3. */
export const placePages: readonly Page[] = [
  page('wms.section', '库区管理', SECTIONS, () => import('./SectionList.tsx'), {
    sort: 20,
    behind: [
      page('wms.section.add', '新增库区', SECTION_FORM, sectionForm, { adds: 'admin:wms:section:save' }),
      page('wms.section.edit', '编辑库区', `${SECTION_FORM}/:id?`, sectionForm),
      page('wms.section.info', '库区详情', `${SECTION_INFO}/:id?`, () => import('./SectionInfo.tsx')),
      unlisted('admin:wms:section:print', '库区标签', SECTION_LABELS, () => import('./SectionLabels.tsx')),
    ],
  }),
  page('wms.wareHouseConfig', '仓库配置', CONFIG, () => import('./ConfigPage.tsx'), { sort: 10 }),
]
