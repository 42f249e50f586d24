import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { nameListCalls } from './nameList.calls.ts'
import { NAME_SCENES, nameHit } from './nameList.entity.ts'

type Row = OutWireOf<typeof nameListCalls.hits>['list'][number]

const COLUMNS = [
  {
    title: '时间',
    dataIndex: 'time',
    width: 150,
    render: (seconds: number) => formatTime(seconds, browserZone),
  },
  {
    title: '场景',
    dataIndex: 'scene',
    width: 100,
    render: (scene: number) => NAME_SCENES.find((one) => one.value === scene)?.label ?? NONE,
  },
  {
    title: '用户',
    key: 'uid',
    width: 140,
    render: (row: Row) => <FieldCell field={nameHit.shape.uid} name="uid" value={row.uid} row={{}} />,
  },
  { title: '命中对象', dataIndex: 'value', width: 160 },
  { title: 'IP', dataIndex: 'ip', width: 130, render: (text: string) => text || NONE },
]

/** What a row of the black list has stopped. Members §5.1. */
export function NameHits({ nameId }: { nameId: number }) {
  return (
    <CallTable
      call={nameListCalls.hits}
      input={(paging) => ({ nameId, ...paging })}
      columns={COLUMNS}
      empty="还没有命中"
    />
  )
}
