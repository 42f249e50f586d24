import { PrinterOutlined } from '@ant-design/icons'
import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { ref } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { deletableIn, editableIn } from '#kit/web/document/documentActs.tsx'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import './company.css'
import { CompanyTree } from './CompanyTree.tsx'
import { COMPANY_TABS, companyCalls } from './company.calls.ts'
import { company, companyStates } from './company.entity.ts'
import { COMPANY_ACTS, type CompanyRow, formOf, mergeOf, openAssign, pageOf } from './companyActs.tsx'

const SHOW = [
  ...['orgCode', 'orgName', 'shortName', 'orgType', 'pid', 'channelIds', 'orgLevelId', 'star', 'agentId'],
  ...['contactName', 'contactPhone', 'creditLimit', 'usedCredit', 'qualityStatus', 'auditStatus'],
  ...['sapSync', 'status', 'createTime'],
]
const COLUMNS = {
  orgCode: { width: 110 },
  shortName: { width: 100 },
  orgType: { width: 90 },
  pid: { width: 190 },
  channelIds: { width: 120 },
  orgLevelId: { width: 100 },
  agentId: { width: 90 },
  contactName: { width: 90 },
}
const FILTERS = [
  fieldFilter('regionId', ref('地区', 'city')),
  fieldFilter('belowId', ref('所属单位', 'company')),
]
const TABS = { name: 'tab', items: COMPANY_TABS, counts: companyCalls.tabs }
const IMPORT = {
  bizType: company.name,
  title: '往来单位',
  permission: companyCalls.importSheet.permission,
  allOrNone: true,
} as const

const TOP = [
  act({
    label: '一页开户',
    permission: 'admin:system:org:open',
    run: () => goTo('/company/openCustomers'),
  }),
]

const BATCH: readonly Act<readonly CompanyRow[]>[] = [
  act({ label: '分配业务员', permission: companyCalls.agent, run: openAssign }),
  act({
    label: '合并',
    permission: 'admin:system:org:merge',
    off: (rows) => (rows.length < 2 ? '请选择两个或更多单位' : null),
    run: (rows) => goTo(mergeOf(rows.map((row) => row.id))),
  }),
  act({
    label: '打印客户档案',
    icon: <PrinterOutlined />,
    permission: companyCalls.print,
    run: (rows) => goTo(`/company/printCustomers?ids=${rows.map((row) => row.id).join(',')}`),
  }),
]

const VIEWS = [
  { value: 'list', label: '列表' },
  { value: 'tree', label: '层级' },
]

/** 客户关系: the companies as a list, or as a tree of subsidiaries. Catalog §6.1. */
export default function CompanyList() {
  const [address, setAddress] = useSearchParams()
  const view = address.get('view') === 'tree' ? 'tree' : 'list'
  return (
    <>
      <Segmented
        aria-label="显示方式"
        className="c-views"
        options={VIEWS}
        value={view}
        onChange={(value) => setAddress(value === 'tree' ? { view: 'tree' } : {}, { replace: true })}
      />
      {view === 'tree' ? (
        <CompanyTree />
      ) : (
        <ListPage
          of={company}
          calls={{
            list: companyCalls.list,
            save: companyCalls.save,
            update: companyCalls.update,
            remove: companyCalls.remove,
            exportRows: companyCalls.exportRows,
          }}
          show={SHOW}
          columns={COLUMNS}
          filters={FILTERS}
          tabs={TABS}
          pages={{
            create: '/company/addCustomers',
            edit: (row) => formOf(row.id),
            see: (row) => pageOf(row.id),
          }}
          editable={editableIn(companyStates)}
          deletable={deletableIn(companyStates)}
          actions={COMPANY_ACTS}
          top={TOP}
          batch={BATCH}
          importing={IMPORT}
        />
      )}
    </>
  )
}
