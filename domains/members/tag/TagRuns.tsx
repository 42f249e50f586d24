import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { tagCalls } from './tag.calls.ts'
import { RUN_KINDS, RUN_STATES } from './userTag.entity.ts'

type Row = OutWireOf<typeof tagCalls.runList>['list'][number]

const timeOf = (seconds: number | null): string =>
  seconds === null ? NONE : formatTime(seconds, browserZone)

function tookOf({ startTime, endTime }: Row): string {
  if (startTime === null || endTime === null) return NONE
  const seconds = endTime - startTime
  return seconds < 60 ? `${seconds}秒` : `${Math.floor(seconds / 60)}分${seconds % 60}秒`
}

const COLUMNS = [
  { title: '批次', dataIndex: 'runNo', width: 70 },
  {
    title: '方式',
    dataIndex: 'kind',
    width: 70,
    render: (kind: number) => RUN_KINDS.find((one) => one.value === kind)?.label ?? NONE,
  },
  { title: '开始', dataIndex: 'startTime', width: 150, render: timeOf },
  { title: '用时', key: 'took', width: 90, render: (row: Row) => tookOf(row) },
  { title: '匹配', dataIndex: 'matched', width: 90, align: 'right' as const },
  { title: '新增', dataIndex: 'added', width: 80, align: 'right' as const },
  { title: '移除', dataIndex: 'removed', width: 80, align: 'right' as const },
  { title: '让位', dataIndex: 'conflicts', width: 80, align: 'right' as const },
  {
    title: '状态',
    dataIndex: 'status',
    width: 90,
    render: (status: number) => {
      const state = RUN_STATES.find((one) => one.value === status)
      return state === undefined ? NONE : <StateTag label={state.label} means={state.means} />
    },
  },
  { title: '错误', dataIndex: 'error', width: 220, render: (text: string) => text || NONE },
]

/** 运行记录: the runs of a tag, the latest first. Members §4.2. */
export function TagRuns({ tagId }: { tagId: number }) {
  return (
    <CallTable
      call={tagCalls.runList}
      input={(paging) => ({ tagId, ...paging })}
      columns={COLUMNS}
      empty="还没有计算过"
    />
  )
}
