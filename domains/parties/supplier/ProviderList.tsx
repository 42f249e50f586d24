import { deletableIn, editableIn } from '#kit/web/document/documentActs.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { logisticsProvider, providerStates } from './logisticsProvider.entity.ts'
import { printAct, regionFilter } from './partyActs.tsx'
import { PROVIDER_ACTS, PROVIDER_FORM, PROVIDER_PRINT, providerInfo } from './providerPage.ts'
import { providerCalls as calls } from './supplier.calls.ts'

// Stopped and started with a reason, by the actions.
const CALLS = { ...calls, status: undefined }
const SHOW = [
  'providerCode',
  'providerName',
  'logisticsModes',
  'tempZones',
  'contactName',
  'contactPhone',
  'truckCount',
  'priceMode',
  'contractStatus',
  'auditStatus',
  'status',
]
const COLUMNS = {
  providerCode: { width: 95 },
  providerName: { width: 190 },
  contactName: { width: 80 },
  contactPhone: { title: '电话', width: 115 },
  auditStatus: { width: 90 },
  status: { width: 70 },
}
const FILTERS = [regionFilter]
const BATCH = [printAct(calls.print, PROVIDER_PRINT)]

/** 物流商列表. Catalog §7.2. */
export default function ProviderList() {
  return (
    <ListPage
      of={logisticsProvider}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      actions={PROVIDER_ACTS}
      batch={BATCH}
      editable={editableIn(providerStates)}
      deletable={deletableIn(providerStates)}
      pages={{
        create: PROVIDER_FORM,
        edit: (row) => `${PROVIDER_FORM}/${row.id}`,
        see: (row) => providerInfo(row.id),
      }}
    />
  )
}
