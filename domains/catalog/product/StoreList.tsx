import { PlusOutlined, PrinterOutlined } from '@ant-design/icons'
import { Switch } from 'antd'
import { lazy, Suspense } from 'react'
import { choice } from '#kit/fields/shared.ts'
import { AUDIT_STATES } from '#kit/shared/document.ts'
import { type Act, act, isOpen } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { cellOf, fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { Loading } from '#kit/web/states/Loading.tsx'

import { batchDirectory } from '../offer/directory/batchDirectory.ts'

import { Labels } from '../offer/tag/Labels.tsx'
import { batchTag, batchUntag } from '../offer/tag/tagDialog.tsx'
import { collectAct, copyAct, STORE_BATCH } from '../shelf/storeActs.tsx'
import { channelLabel } from './channelLabel.ts'
import { PRODUCT_IMPORT } from './imports.ts'
import { ProductTabs, useProductTab } from './ProductTabs.tsx'
import { type ListedProduct, READS, storeCalls, type WholeProduct } from './product.calls.ts'
import {
  batchDelete,
  batchExamine,
  batchExport,
  batchPrintCodes,
  batchPrintTags,
  batchPutOff,
  batchPutOn,
  batchRecycle,
  batchRestore,
  batchViolation,
  deleteAct,
  deletedAct,
  examineAct,
  logAct,
  noEdit,
  printCodesAct,
  printTagsAct,
  putOffAct,
  putOnAct,
  recycleAct,
  releaseAct,
  restoreAct,
  stockAct,
  violationAct,
} from './productActs.tsx'
import { byField, category, channel, listedProduct, price, STORED_SUBJECT, tag } from './productFilters.tsx'
import { SortCell } from './SortCell.tsx'
import './product.css'

const SkusOf = lazy(() => import('./SkuTable.tsx').then((file) => ({ default: file.SkusOf })))

type Row = ListedProduct
const cell = cellOf<WholeProduct>()

const FIRST_TAB = '1'
export const PRICE_LIST = '/store/priceListPrint'

const FILTERS = [
  category,
  byField('brandId'),
  channel,
  byField('productKind'),
  tag,
  price('priceMin', '最低价'),
  price('priceMax', '最高价'),
  fieldFilter('auditStatus', choice('审核状态', AUDIT_STATES, {})),
]

const SHOWN = ['storeName', 'price', 'stock', 'sales', 'channels', 'labels', 'auditStatus', 'isShow']

const COLUMNS = {
  storeName: { width: 200 },
  productCode: { width: 120 },
  cateId: {
    width: 130,
    ...cell(['cateValues'], (row) => <span className="p-name">{row.cateValues || NONE}</span>),
  },
  brandId: { width: 110, ...cell(['brandName'], (row) => row.brandName || NONE) },
  price: { title: '商品售价', width: 110 },
  cost: { width: 110 },
  sales: { width: 80 },
  stock: { width: 90 },
  channels: {
    title: '渠道',
    width: 120,
    render: (row: Row) => row.channels.map((one) => channelLabel(Number(one))).join('、') || NONE,
  },
  labels: { width: 90, ...cell(['labels'], (row) => <Labels labels={row.labels} />) },
  sort: { width: 100, ...cell([...READS, 'sort'], (row) => <SortCell row={row} />) },
  createTime: { title: '新增时间' },
  isShow: { title: '状态', width: 90, render: (row: Row) => <ShelfSwitch row={row} /> },
}

/** 上架 and 下架 in the list; a person who may do neither sees the state. */
function ShelfSwitch({ row }: { row: Row }) {
  const todo = row.isShow === 1 ? putOffAct : putOnAct
  return (
    <Switch
      size="small"
      checked={row.isShow === 1}
      disabled={!isOpen(todo, row)}
      checkedChildren="上架"
      unCheckedChildren="下架"
      aria-label={`${row.storeName}：${row.isShow === 1 ? '已上架' : '未上架'}`}
      onChange={() => void todo.run(row)}
    />
  )
}

const ACTIONS = [
  putOnAct,
  putOffAct,
  stockAct,
  examineAct,
  printCodesAct,
  printTagsAct,
  copyAct,
  logAct,
  violationAct,
  releaseAct,
  recycleAct,
  restoreAct,
  deleteAct,
]

const printChosen: Act<readonly Row[]> = act({
  label: '打印价目表',
  permission: storeCalls.search,
  run: (rows) => goTo(`${PRICE_LIST}?ids=${rows.map((row) => row.id).join(',')}`),
})

const BATCH = [
  batchPutOn,
  batchPutOff,
  batchExamine,
  batchTag,
  batchUntag,
  batchDirectory,
  ...STORE_BATCH,
  batchViolation,
  batchRecycle,
  batchRestore,
  batchDelete,
  batchPrintCodes,
  batchPrintTags,
  printChosen,
  batchExport(storeCalls.exportRows),
]

const TOP = [
  act({
    label: '添加商品',
    icon: <PlusOutlined />,
    primary: true,
    permission: storeCalls.save,
    run: () => goTo('/store/creatStore'),
  }),
  collectAct,
  act({
    label: '打印价目表',
    icon: <PrinterOutlined />,
    permission: storeCalls.list,
    // Of all that match the filters, which stand in the address.
    run: () => goTo(`${PRICE_LIST}${location.search}`),
  }),
]

const IMPORTING = { ...PRODUCT_IMPORT, list: 'store' }
const RECYCLED = '5'
const BIN_TOP = [deletedAct]

/** What a tab without rows says: how products come into it. */
const NOTHING: Readonly<Record<string, string>> = {
  '1': '没有出售中的商品，可在“仓库中商品”中上架',
  '2': '仓库中没有商品，点击“添加商品”开始',
  '3': '没有已售罄的商品',
  '4': '没有到达警戒库存的商品',
  '5': '回收站是空的',
  '6': '没有待审核的商品',
  '7': '没有已驳回的商品',
  '8': '没有违规下架的商品',
}

const CALLS = { list: storeCalls.list, update: storeCalls.update, exportRows: storeCalls.exportRows }
const PAGES = {
  edit: (row: Row) => `/store/product/edit/${row.id}`,
  see: (row: Row) => `/store/product/info/${row.id}`,
}

/** /store/index: the shop's products by tab. Catalog §3.1. */
export default function StoreList() {
  const { type } = useProductTab(FIRST_TAB)
  return (
    <ListPage
      reads={READS}
      key={type}
      of={listedProduct}
      calls={CALLS}
      columns={COLUMNS}
      subject={STORED_SUBJECT}
      show={SHOWN}
      filters={FILTERS}
      dated="新增时间"
      fixed={{ type }}
      above={<ProductTabs call={storeCalls.tabs} first={FIRST_TAB} />}
      pages={PAGES}
      noEdit={noEdit}
      actions={ACTIONS}
      top={type === RECYCLED ? BIN_TOP : TOP}
      batch={BATCH}
      importing={IMPORTING}
      empty={NOTHING[type] ?? '还没有商品'}
      expand={(row) => (
        <Suspense fallback={<Loading rows={3} />}>
          <p className="k-hint">
            市场价 {row.otPrice}，虚拟销量 {row.ficti}
          </p>
          <SkusOf productId={row.id} />
        </Suspense>
      )}
    />
  )
}
