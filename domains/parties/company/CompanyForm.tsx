import { useParams, useSearchParams } from 'react-router'
import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { askSimilar } from './askSimilar.ts'
import { companyCalls, companyDocument } from './company.document.ts'
import { company } from './company.entity.ts'
import { pageOf } from './companyActs.tsx'
import { COMPANY_INPUTS, COMPANY_SECTIONS, hiddenInForm } from './companySections.ts'
import { customerCalls } from './customer.calls.ts'

/** 新增客户关系, 编辑客户关系; with ?customerId= the company of a customer (建档). Catalog §6.1, §7.3. */
export function CompanyForm() {
  const { id } = useParams()
  const [address] = useSearchParams()
  const customerId = Number(address.get('customerId') ?? 0)
  return customerId > 0 && id === undefined ? (
    <OfCustomer customerId={customerId} />
  ) : (
    <Form id={id === undefined ? null : Number(id)} initial={{ pid: Number(address.get('pid') ?? 0) }} />
  )
}

const TAKEN_OVER = ['creditCode', 'contactName', 'contactPhone', 'districtId', 'address', 'agentId', 'remark']
const PERSON = 3

/** The form begins with what is known of the customer. */
function OfCustomer({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useCall(customerCalls.info, { id: customerId }, { quiet: true })
  if (data === undefined)
    return error === null ? (
      <Loading rows={10} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  const known: WireRow = data
  const initial = {
    ...Object.fromEntries(TAKEN_OVER.map((name) => [name, known[name]])),
    orgName: data.customerName,
    contactEmail: data.email,
    orgType: data.customerType === PERSON ? '6' : '1',
    pid: 0,
  }
  return <Form id={null} initial={initial} customerId={customerId} />
}

function Form({ id, initial, customerId }: { id: number | null; initial: WireRow; customerId?: number }) {
  const save = customerId === undefined ? companyCalls.save : customerCalls.toCompany
  return (
    <DocumentForm
      of={company}
      calls={{ info: companyCalls.info, save, update: companyCalls.update, submit: companyCalls.submit }}
      id={id}
      initial={initial}
      groups={COMPANY_SECTIONS}
      inputs={COMPANY_INPUTS}
      hidden={hiddenInForm}
      before={(values) => askSimilar(id, values)}
      complete={(input) => (customerId === undefined ? input : { ...input, id: customerId })}
      touches={['/admin/customer']}
      see={pageOf}
      back={customerId === undefined ? companyDocument.places.list : '/customer/index'}
    />
  )
}
