import { ScanOutlined } from '@ant-design/icons'
import { Button, Checkbox, Flex, Input, Progress, Space } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { fieldColumns } from '#kit/web/list/fieldColumns.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { change, useCall } from '#kit/web/useCall.ts'
import { nightCalls as calls } from './night.calls.ts'
import { NIGHT_ACTS, NIGHT_TOUCHES } from './nightActs.tsx'
import { NIGHT, NIGHT_STATES, nightCount, nightCountLine } from './nightCount.entity.ts'
import { openHandle } from './openHandle.tsx'

const MOST = 1000
const SECTIONS = [
  {
    title: '夜盘',
    fields: [
      ...['warehouseId', 'countDate', 'shift', 'assignSns', 'plates', 'counterId', 'finishTime'],
      'printCount',
    ],
  },
]
const IF_ANY = {
  counterId: (row: { counterId: number | null }) => row.counterId !== null,
  finishTime: (row: { finishTime: number | null }) => row.finishTime !== null,
}

/** 夜盘单详情: boxes are scanned, what differs is handled. Warehouse §5.6. */
export default function NightInfo() {
  const id = Number(useParams().id)
  if (!id) return <Empty text="请在夜盘单列表中选择要查看的夜盘单" />
  return (
    <InfoPage
      of={nightCount}
      call={calls.info}
      id={id}
      title={(row) => `夜盘单 ${row.nightSn}`}
      name={(row) => row.nightSn}
      states={(row) => [NIGHT_STATES.find((one) => one.value === row.status)]}
      notice={(row) =>
        row.status === NIGHT.differs && row.openCount !== 0
          ? `还有${row.openCount}处差异未处理，处理完才能完成夜盘和发车`
          : null
      }
      actions={NIGHT_ACTS}
      back="/wts/nightCount"
      figures={(row) => [
        { label: '应点箱', value: row.boxCount },
        { label: '实点箱', value: row.countedBoxes },
        { label: '差异箱', value: row.diffCount },
        { label: '准确率(%)', value: row.accuracy },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      parts={(row) => [{ key: 'lines', label: '明细', content: <Boxes count={row} /> }]}
    />
  )
}

interface Count {
  readonly id: number
  readonly status: number
  readonly boxCount: number | null
  readonly countedBoxes: number | null
}
type Line = OutWireOf<typeof calls.lines>['list'][number]

function Boxes({ count }: { count: Count }) {
  const [differing, setDiffering] = useState(false)
  const { data, error, refetch } = useCall(
    calls.lines,
    { nightCountId: count.id, limit: MOST },
    { quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading rows={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const [boxCount, there] = [count.boxCount ?? 0, count.countedBoxes ?? 0]
  return (
    <Flex vertical gap="small">
      {count.status !== NIGHT.done && mayCall(calls.scan) && <ScanField id={count.id} />}
      <Progress
        percent={boxCount === 0 ? 0 : Math.min(100, Math.round((there / boxCount) * 100))}
        format={() => `${there} / ${boxCount} 箱`}
        aria-label="清点进度"
      />
      <Checkbox checked={differing} onChange={(event) => setDiffering(event.target.checked)}>
        只看差异
      </Checkbox>
      <LineTable count={count} list={differing ? data.list.filter((one) => one.diff !== 0) : data.list} />
    </Flex>
  )
}

const SHOWN = [
  ...(['customer', 'plateNo', 'boxNo', 'expected', 'counted', 'diff', 'reason', 'handling'] as const),
  'handleBy',
] as const
const BENEATH = { customer: 'deliverySn', handling: 'handleNote' } as const

function LineTable({ count, list }: { count: Count; list: readonly Line[] }) {
  const handles = (count.status === NIGHT.runs || count.status === NIGHT.differs) && mayCall(calls.handle)
  const columns = [
    ...fieldColumns<Line>(nightCountLine.shape, SHOWN, BENEATH),
    ...(handles
      ? [
          {
            key: 'acts',
            title: '操作',
            width: 80,
            render: (row: Line) =>
              row.diff !== 0 && row.handling === null ? (
                <Button size="small" type="link" className="k-link" onClick={() => void openHandle(row)}>
                  处理
                </Button>
              ) : null,
          },
        ]
      : []),
  ]
  return (
    <Table<Line>
      columns={columns}
      dataSource={[...list]}
      scroll={{ x: columns.reduce((sum, one) => sum + Number(one.width), 0) }}
    />
  )
}

/** Boxes are scanned one by one, or a whole delivery by its number; a damaged one is marked as it is scanned. */
function ScanField({ id }: { id: number }) {
  const [code, setCode] = useState('')
  const [damaged, setDamaged] = useState(false)
  const [said, setSaid] = useState('')
  const scan = async () => {
    const wanted = code.trim()
    if (wanted === '') return
    setCode('')
    const input = { id, code: wanted, reason: damaged ? 4 : null } as const
    const done = await change(calls.scan, input, { touches: NIGHT_TOUCHES })
    setDamaged(false)
    setSaid(
      done.isStray
        ? `${done.deliverySn} 不在本次派车单中，记为多装`
        : `${done.plateNo} ${done.deliverySn}，已点 ${done.countedBoxes} / ${done.boxCount} 箱`,
    )
  }
  return (
    <Space direction="vertical" className="k-fill">
      <Input
        size="large"
        prefix={<ScanOutlined />}
        placeholder="扫描箱标或配送单号，回车确认"
        aria-label="扫描箱标或配送单号"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onPressEnter={() => void scan()}
      />
      <Checkbox checked={damaged} onChange={(event) => setDamaged(event.target.checked)}>
        下一箱破损
      </Checkbox>
      <strong role="status">{said}</strong>
    </Space>
  )
}
