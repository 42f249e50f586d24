import { PlusOutlined } from '@ant-design/icons'
import { ref } from '#kit/fields/shared.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { fieldFilter, type RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { refFacts } from '#kit/web/refs.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import { pickProducts } from '../../catalog.pickers.tsx'
import { category } from '../../product/productFilters.tsx'
import { PRODUCT_SUBJECT } from '../../shelf/listed.ts'
import { DIRECTORY_IMPORT, directoryCalls } from './directory.calls.ts'
import { openDirectory } from './openDirectory.tsx'
import { DIRECTORY_SCOPES, productDirectory } from './productDirectory.entity.ts'
import '../../product/product.css'

const READS = [
  'endTime',
  'isDirectory',
  'productId',
  'productName',
  'scopeNames',
  'scopeType',
  'startTime',
] as const
type Row = RowSeen<typeof directoryCalls.list, typeof READS>

const SHOW = ['productName', 'cateValues', 'directoryNo', 'scopeType', 'validity', 'isDirectory']

const timeOf = (seconds: number | null) => (seconds === null ? '' : formatTime(seconds, browserZone))

const COLUMNS = {
  productName: { width: 210 },
  productCode: { width: 120 },
  cateValues: { width: 110 },
  directoryNo: { width: 110 },
  isDirectory: { width: 70 },
  scopeType: {
    title: '适用范围',
    width: 150,
    render: (row: Row) => {
      const label = DIRECTORY_SCOPES.find((one) => one.value === row.scopeType)?.label ?? NONE
      return row.scopeNames === '' ? label : `${label}：${row.scopeNames}`
    },
  },
  validity: {
    title: '有效期',
    width: 160,
    render: (row: Row) =>
      row.startTime === null && row.endTime === null
        ? '长期'
        : `${timeOf(row.startTime)} 至 ${timeOf(row.endTime)}`,
  },
}

/** Only while there is a room that knows companies. */
const companyFilter = () =>
  refFacts('company') === undefined ? [] : [fieldFilter('companyId', ref('单位', 'company'))]

const editAct: Act<Row> = act({
  label: '设置',
  permission: directoryCalls.put,
  run: (row) => openDirectory([row.productId], `设置目录商品 ${row.productName}`, row),
})

const IN = 1 as const
const OUT = 0 as const

const ROW: readonly Act<Row>[] = [
  editAct,
  act({
    label: '加入目录',
    permission: directoryCalls.put,
    when: (row) => row.isDirectory === OUT,
    // For whom and when it was in the catalogue before is offered again.
    run: (row) =>
      openDirectory([row.productId], `将 ${row.productName} 加入目录`, { ...row, isDirectory: IN }),
  }),
  callAct(directoryCalls.batch, {
    label: '移出目录',
    danger: true,
    when: (row: Row) => row.isDirectory === IN,
    prompt: (row) => `确定将“${row.productName}”移出目录吗？`,
    input: (row) => ({ productIds: String(row.productId), isDirectory: OUT }),
  }),
]

const BATCH: readonly Act<readonly Row[]>[] = [
  act({
    label: '批量设置',
    permission: directoryCalls.batch,
    run: (rows) =>
      openDirectory(
        rows.map((row) => row.productId),
        `设置 ${rows.length} 个目录商品`,
      ),
  }),
  callAct(directoryCalls.batch, {
    label: '移出目录',
    danger: true,
    prompt: (rows: readonly Row[]) => `确定将选中的 ${rows.length} 个商品移出目录吗？`,
    input: (rows) => ({
      productIds: rows.map((row) => row.productId).join(','),
      isDirectory: OUT,
    }),
  }),
]

const TOP = [
  act({
    label: '加入目录',
    icon: <PlusOutlined />,
    primary: true,
    permission: directoryCalls.batch,
    run: async () => {
      const picked = await pickProducts({ multiple: true })
      if (picked === null || picked.length === 0) return
      await openDirectory(
        picked.map((row) => row.id),
        `将 ${picked.length} 个商品加入目录`,
      )
    },
  }),
]

const { directoryNo, ...fields } = productDirectory.all
/** Keywords also search the product. */
const LISTED: Entity = {
  ...productDirectory,
  all: { ...fields, directoryNo: { ...directoryNo, label: '商品名称、编码、目录编号' } },
}

const CALLS = { list: directoryCalls.list, exportRows: directoryCalls.exportRows }
const IMPORTING = { bizType: 'productDirectory', title: '目录商品', permission: DIRECTORY_IMPORT }

/** 目录商品: the procurement catalogue of companies. Catalog §3.5. */
export default function DirectoryList() {
  return (
    <ListPage
      reads={READS}
      of={LISTED}
      calls={CALLS}
      subject={PRODUCT_SUBJECT}
      open={editAct}
      show={SHOW}
      columns={COLUMNS}
      filters={[category, ...companyFilter()]}
      dated=""
      actions={ROW}
      top={TOP}
      batch={BATCH}
      importing={IMPORTING}
      empty="采购目录还是空的，点击“加入目录”选择商品"
    />
  )
}
