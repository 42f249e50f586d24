import { choice } from '#kit/fields/shared.ts'
import { fieldFilter, type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { brand } from './brand.entity.ts'
import { AUTH_STATES } from './brand.rules.ts'
import { brandMaster } from './masters.calls.ts'

type Row = RowSeen<typeof brandMaster.calls.list>

const PAGE = '/storerepo/brand/addBrand'
const SHOW = ['brandName', 'cateValues', 'productCount', 'authState', 'sort', 'status']
const FILTERS = [fieldFilter('authState', choice('授权状态', AUTH_STATES))]
const OFF = '停用后该品牌的商品不能上架，确定停用吗？'
const COLUMNS = {
  status: {
    render: (row: Row) => (
      <StatusSwitch field={brand.shape.status} row={row} call={brandMaster.calls.status} prompt={OFF} />
    ),
  },
}

/** 品牌管理. Catalog §2.2. */
export default function BrandList() {
  return (
    <ListPage
      of={brand}
      importing
      calls={brandMaster.calls}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      dated=""
      pages={{
        create: PAGE,
        edit: (row) => `${PAGE}/${row.id}`,
        see: (row) => `/storerepo/brand/info/${row.id}`,
      }}
    />
  )
}
