import { ImportOutlined } from '@ant-design/icons'
import { Progress, Tooltip } from 'antd'
import { choice, flag, int } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { cellOf, fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { openImport } from '#kit/web/list/openImport.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { change } from '#kit/web/useCall.ts'
import { channelLabel } from './channelLabel.ts'
import { PRODUCT_IMPORT, SKU_IMPORT } from './imports.ts'
import { ProductTabs, useProductTab } from './ProductTabs.tsx'
import { type ListedProduct, READS, type WholeProduct } from './product.calls.ts'
import { REPO_STATES } from './product.states.ts'
import {
  batchDisable,
  batchExamine,
  batchExport,
  batchPrintCodes,
  batchPushSap,
  batchSubmit,
  deleteAct,
  disableAct,
  enableAct,
  examineAct,
  logAct,
  noEdit,
  printCodesAct,
  pushSapAct,
  repoPageOf,
  repoRemoveAct,
  restoreAct,
  setChannelsAct,
  submitAct,
  withdrawAct,
} from './productActs.tsx'
import { byField, category, channel, listedProduct, STORED_SUBJECT } from './productFilters.tsx'
import { repoCalls } from './repo.calls.ts'
import { TOUCHED } from './touched.ts'
import './product.css'

type Row = ListedProduct
const cell = cellOf<WholeProduct>()

const FORM = '/storerepo/repolist/creatProduct'
const FIRST_TAB = '0'

const FILTERS = [
  category,
  byField('brandId'),
  byField('productKind'),
  byField('productFamily'),
  byField('wmsGroupId'),
  byField('supplierId'),
  byField('sapSync'),
  fieldFilter('onSale', flag('是否在售', { texts: ['在售', '未在售'] })),
  channel,
  fieldFilter('completenessBelow', int('资料完整度低于(%)', { max: 100 })),
]

const SHOWN = ['storeName', 'cateId', 'brandId', 'channels', 'completeness', 'auditStatus', 'repoStatus']

const repoState = choice('状态', REPO_STATES, {})

const COLUMNS = {
  storeName: { width: 200 },
  cateId: {
    width: 130,
    ...cell(['cateValues'], (row) => <span className="p-name">{row.cateValues || NONE}</span>),
  },
  brandId: { width: 110, ...cell(['brandName'], (row) => row.brandName || NONE) },
  unitId: { width: 80, ...cell(['unitName'], (row) => row.unitName || NONE) },
  wmsGroupId: { width: 120 },
  specCount: { width: 70 },
  boxQty: { width: 70 },
  channels: {
    title: '在售渠道',
    width: 150,
    render: (row: Row) =>
      row.isShow === 1 ? row.channels.map((one) => channelLabel(Number(one))).join('、') : '未在售',
  },
  completeness: {
    width: 110,
    ...cell(['completeness'], (row) => (
      <Tooltip title={`资料完整度 ${row.completeness}%`}>
        <Progress percent={row.completeness} size="small" aria-label="资料完整度" />
      </Tooltip>
    )),
  },
  repoStatus: {
    title: '状态',
    width: 80,
    render: (row: Row) => {
      const state = repoState.choices?.find((one) => one.value === row.repoStatus)
      return state === undefined ? NONE : <StateTag label={state.label} means={state.means} />
    },
  },
}

const copyAct: Act<Row> = act({
  label: '复制',
  permission: repoCalls.copy,
  when: (row) => row.isRecycle === 0,
  async run({ id }) {
    if (!(await confirm('复制该商品的资料为新草稿？编码和条码不复制'))) return
    const made = await change(repoCalls.copy, { id }, { success: '复制成功', touches: TOUCHED })
    goTo(`${FORM}/${made.id}`)
  },
})

const ACTIONS = [
  submitAct,
  withdrawAct,
  examineAct,
  setChannelsAct,
  copyAct,
  enableAct,
  disableAct,
  pushSapAct,
  printCodesAct,
  logAct,
  repoRemoveAct,
  restoreAct,
  deleteAct,
]
const TOP = [
  act({
    label: '导入规格',
    icon: <ImportOutlined />,
    permission: SKU_IMPORT.permission,
    run: () => openImport(SKU_IMPORT),
  }),
]
const BATCH = [
  batchSubmit,
  batchExamine,
  batchDisable,
  batchPushSap,
  batchPrintCodes,
  batchExport(repoCalls.exportRows),
]

const CALLS = {
  list: repoCalls.list,
  save: repoCalls.save,
  update: repoCalls.update,
  exportRows: repoCalls.exportRows,
}
const PAGES = {
  create: FORM,
  edit: (row: Row) => `${FORM}/${row.id}`,
  see: (row: Row) => repoPageOf(row.id),
}

/** /storerepo/product: all articles, also those not sold. Catalog §2.3. */
export default function RepoList() {
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
      fixed={{ type }}
      above={<ProductTabs call={repoCalls.tabs} first={FIRST_TAB} />}
      pages={PAGES}
      noEdit={noEdit}
      actions={ACTIONS}
      top={TOP}
      batch={BATCH}
      importing={PRODUCT_IMPORT}
    />
  )
}
