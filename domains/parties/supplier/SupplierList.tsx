import { act } from '#kit/web/actions.tsx'
import { deletableIn, editableIn } from '#kit/web/document/documentActs.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { openImport } from '#kit/web/list/openImport.tsx'
import { printAct, regionFilter } from './partyActs.tsx'
import { supplierCalls as calls } from './supplier.calls.ts'
import { SUPPLIER_IMPORT, supplier, supplierStates } from './supplier.entity.ts'
import { SUPPLIER_ACTS, SUPPLIER_FORM, SUPPLIER_PRINT, supplierInfo } from './supplierPage.ts'

// Stopped and started with a reason, by the actions.
const CALLS = { ...calls, status: undefined }
const SHOW = [
  'supplierCode',
  'supplierName',
  'supplierType',
  'grade',
  'contactName',
  'contactPhone',
  'buyerId',
  'productCount',
  'creditDays',
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
const FILTERS = [regionFilter]
const TOP = [
  act({
    label: '导入供货价',
    permission: SUPPLIER_IMPORT,
    run: () => void openImport({ bizType: 'supplierProduct', title: '供货价', permission: SUPPLIER_IMPORT }),
  }),
]
const BATCH = [printAct(calls.print, SUPPLIER_PRINT)]

/** 供应商列表. Catalog §7.1. */
export default function SupplierList() {
  return (
    <ListPage
      of={supplier}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      top={TOP}
      actions={SUPPLIER_ACTS}
      batch={BATCH}
      importing={{ bizType: 'supplier', title: '供应商', permission: SUPPLIER_IMPORT }}
      editable={editableIn(supplierStates)}
      deletable={deletableIn(supplierStates)}
      pages={{
        create: SUPPLIER_FORM,
        edit: (row) => `${SUPPLIER_FORM}/${row.id}`,
        see: (row) => supplierInfo(row.id),
      }}
    />
  )
}
