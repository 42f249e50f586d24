import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { levelCalls } from './level.calls.ts'
import { userExperienceRecord } from './level.entity.ts'

const READS = ['type', 'experience'] as const
type Row = RowSeen<typeof levelCalls.experience, typeof READS>

const CALLS = { list: levelCalls.experience }
const SHOW = ['title', 'linkType', 'change', 'balance', 'linkId', 'createTime', 'mark']
const COLUMNS = {
  change: {
    title: '变化',
    width: 90,
    align: 'right' as const,
    render: ({ type, experience }: Row) => `${type === 1 ? '+' : '−'}${experience}`,
  },
}

/** 成长值明细 of a user. Members §3.7. */
export function GrowthRecords({ uid }: { uid: number }) {
  return (
    <ListPage
      reads={READS}
      of={userExperienceRecord}
      calls={CALLS}
      fixed={{ uid }}
      show={SHOW}
      columns={COLUMNS}
      dated="时间"
      empty="还没有成长值"
    />
  )
}
