import { ref } from '#kit/fields/shared.ts'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { DateLimit } from '#kit/web/list/DateLimit.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { CUSTOMER_TABS, customerCalls } from './customer.calls.ts'
import { customer } from './customer.entity.ts'
import { CUSTOMER_ACTS, CUSTOMER_BATCH, type CustomerRow, formOf, pageOf } from './customerActs.tsx'

const SHOW = [
  ...['customerNo', 'customerName', 'customerType', 'stage', 'agentId', 'contactName', 'contactPhone'],
  ...['estAmount', 'lastTime', 'nextTime', 'establishFlag', 'createTime'],
]
const NEXT = '下次跟进'
const FILTERS = [
  fieldFilter('regionId', ref('地区', 'city')),
  {
    name: 'nextLimit',
    label: NEXT,
    render: (value: string, onChange: (value: string) => void, id: string) => (
      <DateLimit id={id} label={NEXT} value={value} onChange={onChange} />
    ),
  },
]
const TABS = { name: 'tab', items: CUSTOMER_TABS, counts: customerCalls.tabs }
const IMPORT = { bizType: customer.name, title: '客户', permission: customerCalls.importSheet.permission }

/** 客户管理: the agents' file of prospects and customers. Catalog §7.3. */
export default function CustomerList() {
  return (
    <ListPage<CustomerRow>
      of={customer}
      calls={{
        list: customerCalls.list,
        save: customerCalls.save,
        update: customerCalls.update,
        remove: customerCalls.remove,
        exportRows: customerCalls.exportRows,
      }}
      show={SHOW}
      filters={FILTERS}
      tabs={TABS}
      pages={{
        create: '/customer/add_customers',
        edit: (row) => formOf(row.id),
        see: (row) => pageOf(row.id),
      }}
      editable={(row) => row.agentId !== null}
      deletable={(row) => row.agentId !== null && row.companyId === null}
      actions={CUSTOMER_ACTS}
      batch={CUSTOMER_BATCH}
      importing={IMPORT}
    />
  )
}
