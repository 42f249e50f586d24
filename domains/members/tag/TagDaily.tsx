import { SettingOutlined } from '@ant-design/icons'
import { type Act, act } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import type { Importing } from '#kit/web/list/importing.ts'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { TagColour } from './TagColour.tsx'
import { tagCalls as calls } from './tag.calls.ts'
import { batchTagAct, editTag, openHandTag } from './tagForms.tsx'
import { userTag } from './userTag.entity.ts'

const READS = ['name', 'color', 'tagType', 'status', 'mergeToId', 'userNum', 'weekChange'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const SHOW = ['name', 'tagGroupId', 'tagType', 'userNum', 'weekChange', 'status']

const COLUMNS = {
  name: { width: 200, render: (row: Row) => <TagColour name={row.name} color={row.color} /> },
  weekChange: {
    render: ({ weekChange }: Row) =>
      weekChange !== null && weekChange > 0 ? `+${weekChange}` : String(weekChange ?? 0),
  },
}

export const usersOf = (id: number): string => `/user/label/users/${id}`

const ACTIONS: readonly Act<Row>[] = [
  act({
    label: '查看用户',
    permission: 'admin:user:list:tag',
    run: ({ id }: Row) => goTo(usersOf(id)),
  }),
  batchTagAct,
]

const TOP: readonly Act<void>[] = [
  act({
    label: '标签库',
    icon: <SettingOutlined aria-hidden />,
    permission: calls.list,
    run: () => goTo('/tag/userLabel'),
  }),
]

const IMPORTING: Importing = { bizType: 'userTagRel', title: '用户打标', permission: 'admin:user:tag:import' }

const ask = (row: Row) =>
  `标签“${row.name}”有 ${row.userNum ?? 0} 名用户，删除后将从这些用户移除，确认删除吗？`

/** /user/label: 用户标签, tags in daily use. Members §4.2. */
export default function TagDaily() {
  return (
    <ListPage
      reads={READS}
      of={userTag}
      calls={calls}
      screen="/user/label"
      show={SHOW}
      columns={COLUMNS}
      openForm={(row: Row | null) => (row === null ? openHandTag(null) : editTag(row))}
      actions={ACTIONS}
      top={TOP}
      importing={IMPORTING}
      dated=""
      deletePrompt={ask}
      noEdit={({ mergeToId }) => (mergeToId === null ? null : '标签正在合并')}
      empty="标签是给用户的记号：手工打上，或由规则自动打上，用来筛选、推送和发券"
    />
  )
}
