import { Button } from 'antd'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { switchState } from '#kit/shared/states.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { Chart } from '#kit/web/chart/Chart.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { TaggedUsers } from './TaggedUsers.tsx'
import { TagLogs } from './TagLogs.tsx'
import { TagRuns } from './TagRuns.tsx'
import { tagCalls as calls, userTagCalls } from './tag.calls.ts'
import { batchTagAct, copyAct, editTag, mergeAct, runAct } from './tagForms.tsx'
import { AUTOMATIC, RUN_STATES, userTag } from './userTag.entity.ts'

type Tag = OutWireOf<typeof calls.info>

const LIST = '/tag/userLabel'
const ACTIONS: readonly Act<Tag>[] = [
  act({ label: '编辑', permission: calls.update, run: (tag: Tag) => editTag(tag) }),
  runAct,
  batchTagAct,
  copyAct,
  mergeAct,
]

const BASE = ['tagGroupId', 'tagType', 'sort', 'mark', 'createTime', 'updateTime']
const RULED = ['ruleText', 'runMode', 'removeMode', 'validDays', 'lastRunTime']
const SECTIONS = [
  { title: '标签', fields: BASE },
  {
    title: '规则',
    fields: RULED,
  },
]
const isAutomatic = (tag: Tag): boolean => tag.tagType === AUTOMATIC
const IF_ANY = Object.fromEntries(RULED.map((name) => [name, isAutomatic]))

function Trend({ id }: { id: number }) {
  const { data, error, refetch } = useCall(calls.trend, { id }, { quiet: true })
  const facts = useMemo(
    () =>
      data && {
        title: '用户数',
        of: '日期',
        unit: '人',
        decimals: 0,
        rows: data.map((one) => one.day),
        series: [{ name: '用户数', values: data.map((one) => one.num) }],
      },
    [data],
  )
  return (
    <Chart kind="line" facts={facts} error={error} onRetry={() => void refetch()} empty="还没有人数记录" />
  )
}

/** 用户标签详情: what it means, who has it, how it is computed. Members §4.2. */
export default function TagInfo() {
  const { id } = useParams()
  if (id === undefined)
    return (
      <Empty text="请在标签库中选择标签">
        <Button onClick={() => goTo(LIST)}>用户标签库</Button>
      </Empty>
    )
  return <Page id={Number(id)} />
}

function Page({ id }: { id: number }) {
  return (
    <InfoPage
      of={userTag}
      call={calls.info}
      id={id}
      title={(row) => `标签 ${row.name}`}
      name={(row) => row.name}
      states={(row) => [
        switchState(row.status),
        ...(row.tagType === AUTOMATIC ? [RUN_STATES.find((one) => one.value === row.runStatus)] : []),
      ]}
      actions={ACTIONS}
      back={LIST}
      figures={(row) => [
        { label: '用户数', value: row.userNum },
        { label: '7日变化', value: (row.weekChange ?? 0) > 0 ? `+${row.weekChange}` : row.weekChange },
        { label: '覆盖率', value: `${(row.coverage ?? 0).toFixed(2)}%` },
      ]}
      sections={SECTIONS}
      ifAny={IF_ANY}
      parts={() =>
        mayCall(calls.trend) ? [{ key: 'trend', label: '人数曲线', content: <Trend id={id} /> }] : []
      }
      lists={(row) => [
        ...(mayCall(userTagCalls.tagged)
          ? [{ key: 'users', label: '用户', content: <TaggedUsers tagId={id} /> }]
          : []),
        ...(row.tagType === AUTOMATIC && mayCall(calls.runList)
          ? [{ key: 'runs', label: '运行记录', content: <TagRuns tagId={id} /> }]
          : []),
        ...(mayCall(calls.logList)
          ? [{ key: 'logs', label: '轨迹', content: <TagLogs of={{ tagId: id }} /> }]
          : []),
      ]}
    />
  )
}
