import { ref } from '#kit/fields/shared.ts'
import { act } from '#kit/web/actions.tsx'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { dateFilter } from '#kit/web/list/DateLimit.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { agentCalls, CUSTOMER_TABS, customerCalls } from './customer.calls.ts'
import { customer } from './customer.entity.ts'
import { CUSTOMER_ACTS, CUSTOMER_BATCH, formOf, inPool, pageOf, READS } from './customerActs.tsx'
import { openAgents } from './openAgents.tsx'

const SHOW = [
  'customerName',
  'customerType',
  'stage',
  'agentId',
  'contactName',
  'contactPhone',
  'estAmount',
  'nextTime',
  'establishFlag',
]
const COLUMNS = {
  customerNo: { title: '编号', width: 85 },
  customerName: { title: '名称', width: 170 },
  customerType: { title: '类型', width: 65 },
  stage: { width: 65 },
  agentId: { width: 80 },
  contactName: { width: 80 },
  contactPhone: { title: '电话', width: 115 },
  estAmount: { width: 115 },
  lastTime: { width: 140 },
  nextTime: { width: 140 },
  createTime: { width: 140 },
}
const FILTERS = [fieldFilter('regionId', ref('地区', 'city')), dateFilter('nextLimit', '下次跟进')]
const TABS = { name: 'tab', items: CUSTOMER_TABS, counts: customerCalls.tabs }
const TOP = [act({ label: '客服', permission: agentCalls.agents, run: () => void openAgents() })]
const IMPORT = { bizType: customer.name, title: '客户', permission: customerCalls.importSheet.permission }

/** 客户管理: the agents' file of prospects and customers. Catalog §7.3. */
export default function CustomerList() {
  return (
    <ListPage
      of={customer}
      calls={{
        list: customerCalls.list,
        save: customerCalls.save,
        update: customerCalls.update,
        remove: customerCalls.remove,
        exportRows: customerCalls.exportRows,
      }}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      tabs={TABS}
      top={TOP}
      pages={{
        create: '/customer/add_customers',
        edit: (row) => formOf(row.id),
        see: (row) => pageOf(row.id),
      }}
      noEdit={inPool}
      noDelete={(row) => (row.companyId === null ? inPool(row) : '客户已转为单位，不能删除')}
      actions={CUSTOMER_ACTS}
      batch={CUSTOMER_BATCH}
      importing={IMPORT}
    />
  )
}
