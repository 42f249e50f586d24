import { useParams } from 'react-router'
import { lines } from '#kit/fields/shared.ts'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { PartyInfo } from './PartyInfo.tsx'
import { supplierCalls as calls, namedLine } from './supplier.calls.ts'
import { supplier, supplierStates } from './supplier.entity.ts'
import { SUPPLIER_ACTS, SUPPLIER_FORM, SUPPLIER_SECTIONS, SUPPLIERS } from './supplierPage.ts'

type Row = OutWireOf<typeof calls.info>

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

/** 供应商详情 and 审核. Catalog §7.1. */
export default function SupplierInfo() {
  const id = Number(useParams().id)
  return (
    <PartyInfo<Row>
      of={supplier}
      states={supplierStates}
      calls={calls}
      id={id}
      sections={SUPPLIER_SECTIONS}
      name={(row) => row.supplierName}
      actions={SUPPLIER_ACTS}
      edit={(row) => `${SUPPLIER_FORM}/${row.id}`}
      back={SUPPLIERS}
      ownerType={SUPPLIER_OWNER}
      own={
        mayCall(calls.products) ? [{ key: 'products', label: '供货商品', content: <Prices id={id} /> }] : []
      }
    />
  )
}
