import { useParams } from 'react-router'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { AUDIENCE_INPUTS, audienceHidden } from '../rule/AudienceInput.tsx'
import { taskCalls } from './task.calls.ts'
import { OF_PRODUCTS, ONCE, TASK_TYPES } from './task.rules.ts'
import { vipTask } from './vipTask.entity.ts'

const GROUPS = [
  {
    title: '任务',
    fields: [
      'name',
      'taskType',
      'target',
      'period',
      'objectIds',
      'icon',
      'desc',
      'linkUrl',
      'sort',
      'status',
    ],
  },
  {
    title: '对象',
    fields: ['customerScope', 'customerIds', 'conditions', 'channelIds', 'startTime', 'endTime'],
  },
  {
    title: '奖励',
    fields: [
      'experience',
      'integral',
      'diamond',
      'couponIds',
      'receiveMode',
      'validDays',
      'dayLimit',
      'totalLimit',
    ],
    note: '至少设置一项奖励',
  },
]

const typeOf = ({ taskType }: WireRow) => TASK_TYPES.find((one) => one.value === Number(taskType))?.value

function hidden(name: string, values: WireRow): boolean {
  const type = typeOf(values)
  if (name === 'objectIds') return type === undefined || !OF_PRODUCTS.has(type)
  return audienceHidden(name, values)
}

/** What a task type counts is one where it is done once. */
function derive(name: string, value: unknown): WireRow | undefined {
  const type = typeOf({ taskType: value })
  return name === 'taskType' && type !== undefined && ONCE.has(type) ? { target: '1.00' } : undefined
}

const isOnce = (values: WireRow): boolean => {
  const type = typeOf(values)
  return type !== undefined && ONCE.has(type)
}
const isLocked = (values: WireRow): boolean => Number(values.peopleNum ?? 0) > 0

const INPUTS = {
  ...AUDIENCE_INPUTS,
  taskType: { disabled: isLocked },
  period: { disabled: isLocked },
  target: {
    disabled: (values: WireRow) => isLocked(values) || isOnce(values),
    help: '消费满额为金额，其他类型为次数；已有人参与后不能修改',
  },
  objectIds: { required: (values: WireRow) => typeOf(values) === 6 },
}

/** 新增, 编辑会员任务. Members §3.6. */
export default function TaskForm() {
  const { id } = useParams()
  return (
    <FormPage
      of={vipTask}
      calls={taskCalls}
      id={id === undefined ? null : Number(id)}
      groups={GROUPS}
      hidden={hidden}
      derive={derive}
      inputs={INPUTS}
      back="/user/task"
    />
  )
}
