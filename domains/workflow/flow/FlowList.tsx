import { ImportOutlined } from '@ant-design/icons'
import { type Act, Acts, act, callAct } from '#kit/web/actions.tsx'
import { NONE, textOf } from '#kit/web/fieldUi.ts'
import { fieldFilter, type RowSeen, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { PageTabs } from '#kit/web/PageTabs.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { bindingCalls } from '../binding/binding.calls.ts'
import { definitionCalls, definitionRow } from '../definition/definition.calls.ts'
import { processHead } from '../definition/definition.entity.ts'
import { monitorCalls } from '../monitor/monitor.calls.ts'
import { FLOW_PAGE, MONITOR_PAGE } from '../workflow.addresses.ts'
import { BindingList } from './BindingList.tsx'
import { deployDraft } from './deployFlow.tsx'
import { FlowCategory } from './FlowCategory.tsx'
import { openVersions } from './FlowVersions.tsx'
import { designOf, NEW_FLOW, openCopy } from './flowForms.tsx'
import { importFlow } from './importFlow.tsx'
import { tryStored } from './openTryRun.tsx'

const READS = [
  'boundTypes',
  'definitionId',
  'displayName',
  'draftByName',
  'hasDraft',
  'name',
  'revision',
  'running',
] as const
type Row = RowSeen<typeof definitionCalls.list, typeof READS>

const CALLS = { list: definitionCalls.list }
const { category } = processHead.shape
const FILTERS = [
  {
    name: 'category',
    label: category.label,
    render: (value: string, onChange: (value: string) => void, id: string) => (
      <FlowCategory
        field={category}
        value={value}
        placeholder="全部"
        onChange={(next) => onChange(textOf(next))}
        id={id}
      />
    ),
  },
  fieldFilter('enabled', definitionRow.enabled),
]
const SUBJECT = { name: 'displayName', code: 'name' }
const SHOW = [
  'displayName',
  'category',
  'revision',
  'enabled',
  'running',
  'boundTypes',
  'hasDraft',
  'deployTime',
]
const titleOf = (row: Row): string => row.displayName || row.name
const deployed = ({ revision }: Row): boolean => revision > 0

const COLUMNS = {
  displayName: { width: 160, render: titleOf },
  category: { width: 90 },
  revision: {
    width: 80,
    align: 'left' as const,
    render: (row: Row) => (deployed(row) ? `v${row.revision}` : '未部署'),
  },
  enabled: { width: 70, render: Enabled },
  running: { width: 70, render: Running },
  boundTypes: { title: '绑定单据', width: 110, render: (row: Row) => row.boundTypes.join('、') || NONE },
  hasDraft: { title: '草稿', width: 120, render: Draft },
  deployTime: { width: 140 },
}

function Enabled(row: Row) {
  if (!deployed(row)) return NONE
  return (
    <StatusSwitch
      field={definitionRow.enabled}
      row={row}
      call={definitionCalls.status}
      name="enabled"
      prompt={`停用后不能再用 v${row.revision} 发起流程，已发起的不受影响，确定停用吗？`}
      input={(on) => ({ id: row.definitionId, status: on ? 1 : 0 })}
    />
  )
}

function Running({ name, running }: Row) {
  const shown = act({
    label: String(running),
    permission: monitorCalls.list,
    run: () => goTo(`${MONITOR_PAGE}?state=running&processName=${encodeURIComponent(name)}`),
  })
  return running > 0 && shown.may() ? <Acts acts={[shown]} target={undefined} link /> : running
}

function Draft({ hasDraft, draftByName }: Row) {
  return hasDraft === 1 ? (
    <>
      <StateTag label="有草稿" means="waits" /> <span className="k-hint">{draftByName}</span>
    </>
  ) : (
    NONE
  )
}

const TOP = [
  NEW_FLOW,
  act({
    label: '导入',
    icon: <ImportOutlined />,
    permission: definitionCalls.importText,
    run: importFlow,
  }),
]

const ACTIONS: readonly Act<Row>[] = [
  act({
    label: '设计',
    permission: definitionCalls.draft,
    run: ({ name }) => goTo(designOf(name)),
  }),
  act({
    label: '部署',
    permission: definitionCalls.deploy,
    when: ({ hasDraft }) => hasDraft === 1,
    run: ({ name }) => deployDraft(name),
  }),
  act({
    label: '试运行',
    permission: definitionCalls.tryRun,
    run: ({ name }) => tryStored(name),
  }),
  act({
    label: '历史版本',
    permission: definitionCalls.versions,
    when: deployed,
    run: (row) => void openVersions(row.name, titleOf(row), () => goTo(designOf(row.name))),
  }),
  act({
    label: '绑定单据',
    permission: bindingCalls.list,
    when: deployed,
    run: ({ name }) => goTo(`${FLOW_PAGE}?tab=binding&processName=${encodeURIComponent(name)}`),
  }),
  act({
    label: '复制',
    permission: definitionCalls.copy,
    run: (row) => void openCopy(row),
  }),
  callAct(definitionCalls.removeDraft, {
    label: '放弃草稿',
    danger: true,
    when: (row) => row.hasDraft === 1 && deployed(row),
    prompt: (row) => `放弃后“${titleOf(row)}”的草稿不能恢复，已部署的版本不受影响，确定放弃吗？`,
    input: ({ name, version }) => ({ name, version }),
    success: '草稿已放弃',
    touches: [definitionCalls.list.path],
  }),
  callAct(definitionCalls.removeDraft, {
    label: '删除',
    danger: true,
    when: (row) => !deployed(row),
    prompt: (row) => `确定删除流程“${titleOf(row)}”吗？`,
    input: ({ name, version }) => ({ name, version }),
    success: '删除成功',
    touches: [definitionCalls.list.path],
  }),
  callAct(definitionCalls.remove, {
    label: '删除',
    danger: true,
    when: (row) => row.revision === 1,
    prompt: (row) => `确定删除流程“${titleOf(row)}”的版本 v1 吗？有流程实例时不能删除。`,
    input: ({ definitionId }) => ({ id: definitionId }),
    success: '删除成功',
  }),
]

function Definitions() {
  return (
    <ListPage
      reads={READS}
      of={processHead}
      calls={CALLS}
      subject={SUBJECT}
      show={SHOW}
      columns={COLUMNS}
      filters={FILTERS}
      top={TOP}
      actions={ACTIONS}
      empty="还没有流程。点击新增，从一级审批、二级审批、会签等模板开始，设计后部署即可使用"
    />
  )
}

const TABS = [
  { key: 'flow', label: '流程', call: definitionCalls.list, page: <Definitions /> },
  { key: 'binding', label: '绑定单据', call: bindingCalls.list, page: <BindingList /> },
]

/** 流程设计: the processes, and the documents they decide. Workflow §4. */
export default function FlowList() {
  return <PageTabs tabs={TABS} />
}
