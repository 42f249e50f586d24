import { Button, Drawer, Input } from 'antd'
import { useMemo, useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { sizeText } from '#kit/shared/text.ts'
import { type Act, Acts, act, callAct } from '#kit/web/actions.tsx'
import { Chart } from '#kit/web/chart/Chart.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { cacheCalls as calls } from './cache.calls.ts'
import './cache.css'

type Group = OutWireOf<typeof calls.names>[number]

const EVERY_MS = 10_000
const WIDTH = 720
const KEPT_SAFE = '缓存会按需重建，不会丢失数据。'

const clearGroup: Act<Group> = callAct(calls.clear, {
  label: '清理',
  danger: true,
  prompt: ({ title }) => `确定清理缓存“${title}”吗？${KEPT_SAFE}`,
  input: ({ group }) => ({ group }),
  success: '清理成功',
})
const clearAll: Act<void> = callAct(calls.clear, {
  label: '全部清理',
  danger: true,
  prompt: `确定清理全部缓存吗？${KEPT_SAFE}`,
  input: () => ({}),
  success: '清理成功',
})
const look: Act<Group> = act({
  label: '查看',
  permission: calls.keys,
  run: (group) => void openKeys(group),
})

/** Percent of what was asked for that was there; null: nobody asked. */
const rateOf = ({ hits, misses }: Group): number | null =>
  hits + misses === 0 ? null : (hits / (hits + misses)) * 100

const COLUMNS = [
  {
    title: '缓存',
    width: 130,
    render: (_: unknown, { group, title }: Group) => (
      <>
        {title} <code className="mon-code">{group}</code>
      </>
    ),
  },
  { title: '条目', width: 90, align: 'right' as const, dataIndex: 'entries' },
  { title: '命中', width: 100, align: 'right' as const, dataIndex: 'hits' },
  {
    title: '命中率',
    width: 90,
    align: 'right' as const,
    render: (_: unknown, group: Group) => {
      const rate = rateOf(group)
      return rate === null ? NONE : `${rate.toFixed(1)}%`
    },
  },
  {
    title: '大小',
    width: 100,
    align: 'right' as const,
    render: (_: unknown, { size }: Group) => sizeText(size),
  },
  {
    title: '操作',
    fixed: 'end' as const,
    width: 100,
    render: (_: unknown, group: Group) => <Acts acts={[look, clearGroup]} target={group} link />,
  },
]

/** How much of what was asked for each cache had; a bar leads to its keys. */
function HitRates({ groups }: { groups: readonly Group[] | undefined }) {
  const asked = useMemo(() => groups?.filter((group) => rateOf(group) !== null), [groups])
  const facts = useMemo(
    () =>
      asked && {
        title: '命中率',
        of: '缓存',
        unit: '%',
        decimals: 1,
        rows: asked.map(({ title }) => title),
        series: [{ name: '命中率', values: asked.map(rateOf) }],
      },
    [asked],
  )
  return (
    <Chart
      kind="bar"
      facts={facts}
      empty="启动后还没有用过缓存"
      {...(mayCall(calls.keys) && {
        onPoint(row: number) {
          const group = asked?.[row]
          if (group !== undefined) void openKeys(group)
        },
      })}
    />
  )
}

/** 缓存: what the process keeps so that it need not be read again. */
export function CacheGroups() {
  const { data, error, isPending, refetch } = useCall(calls.names, {}, { quiet: true, every: EVERY_MS })
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="k-list">
      <div className="k-list-bar">
        <Acts acts={[clearAll]} target={undefined} />
        <p className="k-hint">条目与命中为当前进程的数据；清理对所有进程生效</p>
      </div>
      <Table<Group>
        rowKey="group"
        loading={isPending}
        columns={COLUMNS}
        dataSource={data ?? []}
        scroll={{ x: 'max-content' }}
      />
      <HitRates groups={data} />
    </div>
  )
}

function openKeys(group: Group): Promise<null> {
  return openDialog<null>((close) => (
    <Drawer open title={`缓存：${group.title}`} size={WIDTH} onClose={() => close(null)}>
      <Keys group={group.group} />
    </Drawer>
  ))
}

function Keys({ group }: { group: string }) {
  const [keywords, setKeywords] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const { data, error, refetch } = useCall(calls.keys, { group, keywords }, { quiet: true, keep: true })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <Input.Search allowClear placeholder="按键名筛选" aria-label="键" onSearch={setKeywords} />
      {data.keys.length === 0 ? (
        <Empty text="没有缓存的键" />
      ) : (
        <ul className="mon-keys">
          {data.keys.map((key) => (
            <li key={key}>
              <Button
                type="link"
                size="small"
                aria-expanded={chosen === key}
                onClick={() => setChosen(chosen === key ? null : key)}
              >
                {key}
              </Button>
              {chosen === key && <Value group={group} id={key} />}
            </li>
          ))}
        </ul>
      )}
      {data.total > data.keys.length && (
        <p className="k-hint">
          共{data.total}个键，只显示前{data.keys.length}个，请输入键查找
        </p>
      )}
    </>
  )
}

interface KeyTarget {
  group: string
  key: string
}

const clearKey: Act<KeyTarget> = callAct(calls.clear, {
  label: '清理此键',
  danger: true,
  input: ({ group, key }) => ({ group, key }),
  success: '清理成功',
})

function Value({ group, id }: { group: string; id: string }) {
  const { data, error } = useCall(calls.value, { group, key: id }, { quiet: true })
  return (
    <div className="mon-value">
      <pre>{error ? '已不在缓存中' : (data?.value ?? '…')}</pre>
      <Acts acts={[clearKey]} target={{ group, key: id }} />
    </div>
  )
}
