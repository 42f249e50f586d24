import { ImportOutlined } from '@ant-design/icons'
import { choices } from '#kit/fields/shared.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { storeCalls } from '../product/product.calls.ts'
import { category, listedProduct, STORED_SUBJECT } from '../product/productFilters.tsx'
import { importPictures } from './importPictures.tsx'
import { GAPS, pictureCalls } from './pictures.calls.ts'

const READS = ['detailCount', 'hasCover', 'isShow', 'skuGaps', 'sliderCount', 'storeName'] as const
type Row = RowSeen<typeof pictureCalls.list, typeof READS>

const SHOW = ['storeName', 'hasCover', 'sliderCount', 'detailCount', 'skuGaps', 'updateTime']

const count = (n: number | null) => (n === 0 ? <StateTag label="缺" means="wrong" /> : n)
const COLUMNS = {
  storeName: { width: 240 },
  hasCover: {
    render: (row: Row) => (row.hasCover === 1 ? '有' : <StateTag label="缺" means="wrong" />),
  },
  sliderCount: { render: (row: Row) => count(row.sliderCount) },
  detailCount: { render: (row: Row) => count(row.detailCount) },
  skuGaps: {
    render: (row: Row) => (row.skuGaps ? <StateTag label={`缺${row.skuGaps}张`} means="wrong" /> : '齐'),
  },
}
const FILTERS = [category, fieldFilter('gap', choices('缺图', GAPS))]

const ACTIONS: readonly Act<Row>[] = [
  act({
    label: '编辑图片',
    permission: storeCalls.update,
    when: (row) => row.isShow === 0,
    run: ({ id }) => goTo(`/store/product/edit/${id}`),
  }),
  callAct(pictureCalls.clear, {
    label: '清空图片',
    danger: true,
    off: (row) => (row.isShow === 1 ? '商品已上架，请先下架' : null),
    prompt: (row) => `确定清空“${row.storeName}”的封面、轮播、详情和规格图片吗？`,
    input: ({ id }) => ({ id }),
    success: '已清空',
  }),
]
const TOP = [
  act({
    label: '批量导入',
    icon: <ImportOutlined />,
    primary: true,
    permission: pictureCalls.importZip,
    run: () => void importPictures(),
  }),
]
const CALLS = { list: pictureCalls.list, exportRows: pictureCalls.exportRows }

/** The products with the pictures they have and lack. */
export function PictureList() {
  return (
    <ListPage
      reads={READS}
      of={listedProduct}
      calls={CALLS}
      subject={STORED_SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      dated=""
      actions={ACTIONS}
      top={TOP}
      empty="还没有商品，请先在商品列表中添加商品"
    />
  )
}
