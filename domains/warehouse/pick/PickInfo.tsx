import { useParams } from 'react-router'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { PickLines } from './PickLines.tsx'
import { pickCalls as calls } from './pick.calls.ts'
import { PICK_ACTS } from './pickActs.tsx'
import { PICK_STATES, pickList } from './pickList.entity.ts'

const SECTIONS = [
  {
    title: '拣货单',
    fields: [
      'waveSn',
      'warehouseId',
      'pickType',
      'planDate',
      'taskCount',
      'skuCount',
      'totalBoxes',
      'pickerId',
    ],
  },
  { title: '经过', fields: ['startTime', 'endTime', 'minutes', 'printCount', 'printTime'] },
]
const IF_ANY = {
  startTime: (row: { startTime: number | null }) => row.startTime !== null,
  endTime: (row: { endTime: number | null }) => row.endTime !== null,
  minutes: (row: { minutes: number | null }) => row.minutes !== null,
  printTime: (row: { printTime: number | null }) => row.printTime !== null,
}

/** 拣货单详情: what is to be fetched, from where, and how far the picker is. Warehouse §5.2. */
export default function PickInfo() {
  const id = Number(useParams().id)
  if (!id) return <Empty text="请在拣货单列表中选择要查看的拣货单" />
  return (
    <InfoPage
      of={pickList}
      call={calls.info}
      id={id}
      title={(row) => `拣货单 ${row.pickSn}`}
      name={(row) => row.pickSn}
      states={(row) => [PICK_STATES.find((one) => one.value === row.status)]}
      actions={PICK_ACTS}
      back="/wts/pickList?view=list"
      figures={(row) => [
        { label: '总数量', value: row.totalQty },
        { label: '已拣行', value: `${row.doneCount} / ${row.lineCount}` },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      parts={(row) => [{ key: 'lines', label: '明细', content: <PickLines list={row} /> }]}
    />
  )
}
