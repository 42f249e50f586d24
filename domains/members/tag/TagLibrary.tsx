import type { Act } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { TagColour } from './TagColour.tsx'
import { tagCalls as calls } from './tag.calls.ts'
import { batchTagAct, copyAct, formOf, mergeAct, pageOf, runAct } from './tagForms.tsx'
import { userTag } from './userTag.entity.ts'

const READS = ['name', 'color', 'tagType', 'status', 'mergeToId', 'userNum', 'runStatus', 'coverage'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const SHOW = [
  'name',
  'tagGroupId',
  'ruleText',
  'runMode',
  'userNum',
  'coverage',
  'runStatus',
  'lastRunTime',
  'status',
]

const COLUMNS = {
  name: { width: 150, render: (row: Row) => <TagColour name={row.name} color={row.color} /> },
  tagGroupId: { width: 100 },
  ruleText: { width: 160 },
  coverage: { width: 90, render: (row: Row) => `${(row.coverage ?? 0).toFixed(2)}%` },
}

const ACTIONS: readonly Act<Row>[] = [runAct, batchTagAct, copyAct, mergeAct]

const ask = (row: Row) =>
  `标签“${row.name}”有 ${row.userNum ?? 0} 名用户，删除后将从这些用户移除，确认删除吗？`

const PAGES = {
  create: '/tag/userLabel/add',
  edit: (row: Row) => formOf(row.id),
  see: (row: Row) => pageOf(row.id),
}

const isBusy = (status: number | null): boolean => status === 1 || status === 2

/** /tag/userLabel: 用户标签库, what tags mean and how they are computed. Members §4.2. */
export default function TagLibrary() {
  return (
    <ListPage
      reads={READS}
      of={userTag}
      calls={calls}
      show={SHOW}
      columns={COLUMNS}
      pages={PAGES}
      actions={ACTIONS}
      dated=""
      every={(page) => (page?.list.some((row) => isBusy(row.runStatus)) ? 5000 : false)}
      deletePrompt={ask}
      noEdit={({ mergeToId }) => (mergeToId === null ? null : '标签正在合并')}
      empty="自动标签按规则给用户打上和移除，规则可以组合消费、行为和资料等条件"
    />
  )
}
