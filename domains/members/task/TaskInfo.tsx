import { Image } from 'antd'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import type { OutWireOf } from '#kit/shared/call.ts'
import { switchState } from '#kit/shared/states.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { Chart } from '#kit/web/chart/Chart.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import type { InfoSection } from '#kit/web/info/InfoSections.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { useCall } from '#kit/web/useCall.ts'
import { TaskRecords } from './TaskRecords.tsx'
import { taskCalls } from './task.calls.ts'
import { BY_HAND } from './task.rules.ts'
import { vipTask } from './vipTask.entity.ts'

type Task = OutWireOf<typeof taskCalls.info>

const ACTIONS: readonly Act<Task>[] = [
  act({ label: '编辑', permission: taskCalls.update, run: ({ id }) => goTo(`/user/addVipTask/${id}`) }),
]
const SECTIONS: readonly InfoSection[] = [
  {
    title: '任务',
    fields: ['taskType', 'target', 'period', 'objectIds', 'desc', 'linkUrl', 'sort', 'createTime'],
  },
  { title: '对象', fields: ['customerScope', 'customerIds', 'channelIds', 'startTime', 'endTime'] },
  {
    title: '奖励',
    fields: ['rewardText', 'receiveMode', 'validDays', 'dayLimit', 'totalLimit', 'givenNum'],
  },
]

function TaskChart({ id }: { id: number }) {
  const { data } = useCall(taskCalls.days, { id }, { quiet: true })
  const facts = useMemo(
    () =>
      data && {
        title: '每日完成与领取',
        of: '日期',
        unit: '次',
        decimals: 0,
        rows: data.map((one) => one.day),
        series: [
          { name: '完成', values: data.map((one) => one.done) },
          { name: '领取', values: data.map((one) => one.received) },
        ],
      },
    [data],
  )
  return <Chart kind="line" facts={facts} empty="近30天没有人完成" />
}

/** 会员任务详情: what it is, how it goes day by day, who takes part. Members §3.6. */
export default function TaskInfo() {
  const id = Number(useParams().id)
  return (
    <InfoPage
      of={vipTask}
      call={taskCalls.info}
      id={id}
      title={(row) => `会员任务 ${row.name}`}
      name={(row) => row.name}
      picture={(row) => row.icon !== '' && <Image src={row.icon} alt={row.name} width={64} height={64} />}
      states={(row) => [switchState(row.status)]}
      actions={ACTIONS}
      back="/user/task"
      figures={(row) => [
        { label: '参与人数', value: row.peopleNum },
        { label: '完成次数', value: row.doneNum },
        { label: '已发份数', value: row.givenNum },
      ]}
      sections={SECTIONS}
      parts={() => [{ key: 'chart', label: '走势', content: <TaskChart id={id} /> }]}
      lists={(row) =>
        mayCall(taskCalls.records)
          ? [
              {
                key: 'records',
                label: '任务记录',
                content: <TaskRecords taskId={id} byHand={row.taskType === BY_HAND} />,
              },
            ]
          : []
      }
    />
  )
}
