import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { tagCalls } from './tag.calls.ts'
import { TAG_ACTIONS, TAG_SOURCES, userTagLog } from './userTag.entity.ts'

type Row = OutWireOf<typeof tagCalls.logList>['list'][number]

const labelIn = (list: readonly { value: number; label: string }[]) => (value: number) =>
  list.find((one) => one.value === value)?.label ?? NONE

const TIME = {
  title: '时间',
  dataIndex: 'time',
  width: 150,
  render: (seconds: number) => formatTime(seconds, browserZone),
}
const USER = { title: '用户', key: 'user', width: 160, render: (row: Row) => row.userName || row.uid }
const TAG = { title: '标签', key: 'tag', width: 140, render: (row: Row) => row.tagName || NONE }
const REST = [
  { title: '增减', dataIndex: 'action', width: 70, render: labelIn(TAG_ACTIONS) },
  { title: '来源', dataIndex: 'source', width: 90, render: labelIn(TAG_SOURCES) },
  {
    title: '操作人',
    key: 'operator',
    width: 100,
    render: (row: Row) => (
      <FieldCell field={userTagLog.shape.operator} name="operator" value={row.operator} row={{}} />
    ),
  },
]

/** When users got and lost a tag, or which tags a user got and lost. Members §2.4 标签轨迹. */
export function TagLogs({ of }: { of: { uid: number } | { tagId: number } }) {
  return (
    <CallTable
      call={tagCalls.logList}
      input={(paging) => ({ ...of, ...paging })}
      columns={[TIME, 'uid' in of ? TAG : USER, ...REST]}
      empty="还没有变化"
    />
  )
}
