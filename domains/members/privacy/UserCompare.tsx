import type { ReactNode } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import type { mergeCalls } from './userMerge.document.ts'

type Side = OutWireOf<typeof mergeCalls.preview>['from']

const timeOf = (time: number | null): string => (time === null ? '—' : formatTime(time, browserZone))

const FACTS: readonly [label: string, of: (side: Side) => ReactNode][] = [
  ['会员号', (side) => side.userNo],
  ['昵称', (side) => <PageLink to={`/user/detail/${side.uid}`}>{side.nickname}</PageLink>],
  ['手机号', (side) => side.phone || '—'],
  ['真实姓名', (side) => side.realName || '—'],
  ['会员等级', (side) => side.levelName || '—'],
  ['余额', (side) => side.balance],
  ['成长值', (side) => side.experience],
  ['消费次数', (side) => side.payCount],
  ['净消费', (side) => side.netAmount],
  ['注册时间', (side) => timeOf(side.createTime)],
  ['最近访问', (side) => timeOf(side.lastVisitTime)],
]

/** Both accounts side by side. Members §10.3. */
export function UserCompare({ from, to }: { from: Side; to: Side }) {
  return (
    <Table<{ id: number; label: string; from: ReactNode; to: ReactNode }>
      scroll={{ x: 480 }}
      columns={[
        { title: '', dataIndex: 'label', width: 90 },
        { title: `被合并用户 ${from.uid}`, dataIndex: 'from' },
        { title: `保留用户 ${to.uid}`, dataIndex: 'to' },
      ]}
      dataSource={FACTS.map(([label, of], id) => ({ id, label, from: of(from), to: of(to) }))}
    />
  )
}
