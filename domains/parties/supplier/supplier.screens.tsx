import { lazy, Suspense } from 'react'
import { lines } from '#kit/fields/shared.ts'
import { FieldCell } from '#kit/fields/web.tsx'
import { placeOfOne } from '#kit/shared/documentPages.ts'
import { act } from '#kit/web/actions.tsx'
import { documentScreens, printMany } from '#kit/web/document/documentScreens.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { openImport } from '#kit/web/list/openImport.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { partyLists } from './PartyInfo.tsx'
import {
  CONTRACT,
  closedState,
  contractFigure,
  type PartyRow,
  regionFilter,
  SAP,
  switchActs,
} from './partyActs.tsx'
import { supplierCalls as calls, namedLine, supplierDocument, supplierInput } from './supplier.document.ts'
import { SUPPLIER_IMPORT, supplier } from './supplier.entity.ts'

const LinesInput = lazy(() => import('#kit/fields/lines/web.tsx'))

/** What the form, the page and the task of a supplier say; a form passes over what nobody types. */
const SECTIONS = [
  {
    title: '基本信息',
    fields: [
      ...['supplierCode', 'supplierName', 'shortName', 'supplierType', 'grade', 'creditCode', 'taxNo'],
      ...['taxRate', 'legalPerson', 'isDirect', 'closeReason'],
    ],
  },
  {
    title: '联系方式',
    fields: ['contactName', 'contactPhone', 'telephone', 'email', 'fax', 'districtId', 'address'],
  },
  {
    title: '银行与结算',
    note: '已审核的供应商修改名称、统一社会信用代码或银行信息后须重新审核，通过前仍使用原值。',
    fields: ['bankName', 'bankAccount', 'bankAddress', 'settleType', 'creditDays', 'payTerms', 'currency'],
  },
  {
    title: '供货',
    fields: ['leadTimeDays', 'minOrderAmount', 'orderDays', 'buyerId', 'warehouseIds'],
  },
  CONTRACT,
  { title: 'SAP', fields: ['sapPurOrg', 'vendorNum', ...SAP] },
  { title: '其他', fields: ['remark', 'files'] },
]

const SHOW = [
  'supplierName',
  'supplierType',
  'grade',
  'contactName',
  'contactPhone',
  'productCount',
  'contractStatus',
  'auditStatus',
  'status',
]
const COLUMNS = {
  supplierCode: { width: 95 },
  supplierName: { width: 190 },
  supplierType: { width: 80 },
  grade: { width: 60 },
  contactName: { width: 80 },
  contactPhone: { title: '电话', width: 115 },
  buyerId: { width: 80 },
  productCount: { width: 80 },
  creditDays: { title: '账期', width: 60 },
  auditStatus: { width: 90 },
  status: { width: 70 },
}
const TOP = [
  act({
    label: '导入供货价',
    permission: SUPPLIER_IMPORT,
    run: () => void openImport({ bizType: 'supplierProduct', title: '供货价', permission: SUPPLIER_IMPORT }),
  }),
]

function ProductLines(props: InputProps) {
  return (
    <Suspense fallback={<Busy />}>
      <LinesInput
        {...props}
        noCopy
        addLabel="添加商品"
        emptyText="还没有供货商品，新增一行或从表格软件复制后粘贴"
        freeze={['skuId']}
      />
    </Suspense>
  )
}

const GROUPS = SECTIONS.flatMap((section) =>
  section.title === '供货'
    ? [
        section,
        {
          title: '供货商品',
          note: '价格变更后原价自动截止到前一天，历史价格保留；一种商品只有一个默认供应商。',
          fields: ['products'],
        },
      ]
    : [section],
)

const SUPPLIER_OWNER = 4
const MOST = 1000
const PRICES = lines('供货商品', namedLine)

/** 供货商品: every price there was, is and will be, newest first. */
function Prices({ id }: { id: number }) {
  const { data, error, refetch } = useCall(
    calls.products,
    { supplierId: String(id), limit: MOST },
    { quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return <FieldCell field={PRICES} name="products" value={data.list} row={{}} wide />
}

const HEAD = [
  'supplierCode',
  'supplierName',
  'supplierType',
  'grade',
  'creditCode',
  'taxNo',
  'legalPerson',
  'contactName',
  'contactPhone',
  'address',
  'bankName',
  'bankAccount',
  'settleType',
  'creditDays',
  'buyerId',
  'contractNo',
  'contractStart',
  'contractEnd',
  'vendorNum',
  'auditStatus',
]
const LINES = {
  name: 'products',
  columns: ['skuId', 'supplyPrice', 'taxRate', 'minQty', 'leadDays', 'startDate', 'endDate', 'isDefault'],
}

/** 供应商. Catalog §7.1, §8.5. */
export default documentScreens(supplierDocument, {
  sections: SECTIONS,
  ifAny: { closeReason: (row) => row.status === 0 },
  reads: ['status', 'openPurchases'],
  actions: switchActs(calls.status, '供应商', ({ openPurchases }: PartyRow & { openPurchases: string }) =>
    openPurchases === '' ? '' : `未完成的采购单 ${openPurchases} 继续执行。`,
  ),
  list: {
    show: SHOW,
    columns: COLUMNS,
    filters: [regionFilter],
    top: TOP,
    batch: [printMany(supplierDocument)],
    importing: { bizType: 'supplier', title: '供应商', permission: SUPPLIER_IMPORT },
  },
  form: {
    shape: { ...supplier.shape, products: supplierInput.products },
    groups: GROUPS,
    inputs: { products: { Input: ProductLines } },
  },
  page: {
    states: (row) => [closedState(row)],
    figures: (row) => [
      {
        label: '供货品项',
        value: row.productCount,
        ...(mayCall(calls.products) && {
          to: `${placeOfOne(supplierDocument.places.see, row.id)}?tab=products`,
        }),
      },
      { label: '等级', value: row.grade },
      contractFigure(row),
    ],
    lists: ({ id }) => [
      ...(mayCall(calls.products)
        ? [{ key: 'products', label: '供货商品', content: <Prices id={id} /> }]
        : []),
      ...partyLists(supplier.name, SUPPLIER_OWNER, id),
    ],
  },
  print: { title: '供应商档案', head: HEAD, lines: LINES, signs: ['制单', '审核', '盖章'] },
})
