import { PrinterOutlined } from '@ant-design/icons'
import { Alert, Segmented } from 'antd'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { ref } from '#kit/fields/shared.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { documentScreens, printMany } from '#kit/web/document/documentScreens.tsx'
import type { InfoPart } from '#kit/web/info/InfoPage.tsx'
import { declaredTabs } from '#kit/web/info/tabs.tsx'
import { fieldFilter } from '#kit/web/list/columnsOf.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { hasPermission } from '#kit/web/session.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import './company.css'
import { CompanyForm } from './CompanyForm.tsx'
import { CompanyTree } from './CompanyTree.tsx'
import { COMPANY_TABS, companyCalls, companyDocument } from './company.document.ts'
import { company, QUALITY_STATES } from './company.entity.ts'
import { COMPANY_ACTS, type CompanyRow, mergeOf, openAssign, READS } from './companyActs.tsx'
import { companyFigures } from './companyFigures.tsx'
import { relatedOfCompany } from './companyRelated.tsx'
import { COMPANY_SECTIONS, hiddenInForm } from './companySections.ts'
import { companyTabs } from './companyTabs.ts'

const SHOW = [
  'orgName',
  'orgType',
  'orgLevelId',
  'agentId',
  'contactName',
  'creditLimit',
  'qualityStatus',
  'auditStatus',
  'status',
]
const COLUMNS = {
  orgCode: { width: 110 },
  shortName: { width: 100 },
  orgType: { width: 90 },
  pid: { width: 190 },
  channelIds: { width: 120 },
  orgLevelId: { width: 80 },
  agentId: { width: 78 },
  contactName: { width: 78 },
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
  printMany(companyDocument, { label: '打印客户档案', icon: <PrinterOutlined /> }),
]

const VIEWS = [
  { value: 'list', label: '列表' },
  { value: 'tree', label: '层级' },
]

const SECTIONS = [
  { title: '基本信息', fields: [...(COMPANY_SECTIONS[0]?.fields ?? []), 'aliasCodes'] },
  ...COMPANY_SECTIONS.slice(1, -2),
  {
    title: '结算与等级',
    fields: ['settleType', 'creditLimit', 'creditDays', 'usedCredit', 'orgLevelId', 'star', 'qualityStatus'],
  },
  { title: 'SAP', fields: ['sapSync', 'sapDescription', 'sapSyncTime'] },
  { title: '其他', fields: ['remark', 'files', 'createTime'] },
]
const IF_ANY = {
  aliasCodes: (row: Record<string, unknown>) => row.aliasCodes !== '',
  creditCode: (row: Record<string, unknown>) => !hiddenInForm('creditCode', row),
  creditDays: (row: Record<string, unknown>) => !hiddenInForm('creditDays', row),
}
const CLOSED = { value: 0, label: '停用', means: 'off' } as const

const HEAD = [
  ...['orgCode', 'orgName', 'shortName', 'orgType', 'creditCode', 'legalPerson', 'legalPhone'],
  ...['registerCapital', 'establishDate', 'taxpayerType', 'licenceEnd', 'channelIds', 'contactName'],
  ...['contactPhone', 'contactEmail', 'districtId', 'address', 'agentId', 'salesOffice', 'salesGroup'],
  ...['settleType', 'creditLimit', 'creditDays', 'orgLevelId', 'star', 'qualityStatus', 'status'],
  ...['createTime', 'businessScope', 'remark'],
]

/** What other parts and rooms declare for the page of a company, the short ones or the others. */
const partsOf = (id: number, isShort: boolean): InfoPart[] =>
  companyTabs()
    .filter((one) => (one.isShort ?? false) === isShort && hasPermission(...[one.permission].flat()))
    .map(({ key, label, Content }) => ({
      key,
      label,
      content: (
        <Suspense fallback={<Busy />}>
          <Content companyId={id} />
        </Suspense>
      ),
    }))

const screens = documentScreens(companyDocument, {
  sections: SECTIONS,
  ifAny: IF_ANY,
  actions: COMPANY_ACTS,
  touches: ['/admin/customer'],
  reads: READS,
  list: {
    show: SHOW,
    columns: COLUMNS,
    filters: FILTERS,
    tabs: TABS,
    top: TOP,
    batch: BATCH,
    importing: IMPORT,
  },
  page: {
    states: (row) => [
      ...(row.status === 0 ? [CLOSED] : []),
      ...QUALITY_STATES.filter((one) => one.value === row.qualityStatus).map((one) => ({
        ...one,
        label: `资质${one.label}`,
      })),
    ],
    notice: (row) =>
      row.status === 0 && (
        <Alert type="warning" showIcon title="单位已停用" description={`停用原因：${row.closeReason}`} />
      ),
    figures: companyFigures,
    parts: ({ id }) => [...relatedOfCompany(id), ...partsOf(id, true)],
    lists: ({ id }) => [...partsOf(id, false), ...declaredTabs(company.name, id)],
  },
  print: { title: '客户档案', head: HEAD, signs: ['制表', '业务员', '审核'] },
  task: { sections: COMPANY_SECTIONS },
})

/** 客户关系: the companies as a list, or as a tree of subsidiaries. Catalog §6.1. */
function CompanyList() {
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
      {view === 'tree' ? <CompanyTree /> : <screens.List />}
    </>
  )
}

/** 往来单位. Catalog §6.1, §8.5. */
export default { ...screens, List: CompanyList, Form: CompanyForm }
