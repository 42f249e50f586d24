import { Related } from '#kit/web/info/Related.tsx'
import { STAFF_LIST, STORES } from './stores.addresses.ts'
import { staffCalls, storeCalls } from './stores.calls.ts'

const storeAt = (id: number) => `${STORES}/info/${id}`

/** The stores of a company, on its page. Screens §3. */
export function StoresOfCompany({ companyId }: { companyId: number }) {
  return (
    <Related
      call={storeCalls.list}
      of={{ companyId: String(companyId) }}
      show={['name', 'storeCode', 'storeType', 'phone', 'staffCount', 'isShow']}
      to={(row) => storeAt(row.id)}
      empty="还没有门店"
      all={`${STORES}?companyId=${companyId}`}
    />
  )
}

/** The stores that somebody works in, on the page of the person. Screens §3. */
export function StoresOfPerson({ id }: { id: number }) {
  return (
    <Related
      call={staffCalls.list}
      of={{ uid: String(id) }}
      show={['storeId', 'staffName', 'roleType', 'verified', 'status']}
      to={(row) => storeAt(row.storeId)}
      empty="不在任何门店任职"
      all={`${STAFF_LIST}?uid=${id}`}
    />
  )
}
