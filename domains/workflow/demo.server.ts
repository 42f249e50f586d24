import type { Demo } from '#kit/server/demo.ts'
import { bindingCalls } from './binding/binding.calls.ts'
import { definitionCalls } from './definition/definition.calls.ts'
import { taskCalls } from './task/task.calls.ts'

const OPERATOR = '吴磊'
const DAY_SECONDS = 86_400

/** Processes by the documents they decide: who does, one after the other. */
const PROCESSES = [
  {
    name: 'companyOpen',
    label: '单位开户审批',
    category: '客户',
    type: 'company',
    roles: ['销售经理', '财务主管'],
  },
  {
    name: 'priceChange',
    label: '价格调整审批',
    category: '价格',
    type: 'priceNotice',
    roles: ['销售经理', '总经理'],
  },
  {
    name: 'goodsShelf',
    label: '上架审批',
    category: '商品',
    type: 'showApply',
    roles: ['商品主管', '销售经理'],
  },
] as const

const GAP = 200
const MIDDLE = 240

/** Processes, deployed and bound: documents that are submitted from now on go their way. */
export async function fillProcesses({ as, idOf }: Demo): Promise<void> {
  const ask = as(OPERATOR)
  for (const { name, label, category, type, roles } of PROCESSES) {
    const tasks = await Promise.all(
      roles.map(async (role, at) => ({
        id: `step${at + 1}`,
        type: 'task',
        label: `${role}审批`,
        properties: { assignee: `role:${await idOf('role', role)}` },
      })),
    )
    const steps = [
      { id: 'start', type: 'start', label: '开始', properties: {} },
      { id: 'apply', type: 'task', label: '提交申请', properties: { assignee: 'applicant' } },
      ...tasks,
      { id: 'end', type: 'end', label: '结束', properties: {} },
    ]
    const nodes = steps.map(({ id, type: kind, label: value, properties }, at) => {
      const x = 120 + at * GAP
      const y = kind === 'task' ? MIDDLE : MIDDLE + 32
      return { id, type: `snaker:${kind}`, x, y: MIDDLE, text: { x, y, value }, properties }
    })
    const edges = steps.slice(1).map(({ id }, at) => ({
      id: `way${at + 1}`,
      type: 'snaker:transition',
      sourceNodeId: steps[at]?.id,
      targetNodeId: id,
      properties: {},
    }))
    const text = JSON.stringify({ name, displayName: label, nodes, edges })
    await ask(definitionCalls.deploy, { text, category, note: '首个版本' })
    await ask(bindingCalls.save, { businessType: type, processName: name, sort: 1 })
  }
}

/** What some have decided of what waits for them; the rest still waits. */
export async function fillDecisions({ as, ago, time }: Demo): Promise<void> {
  const turns = ['王丽', '陈静', '赵慧', '林国栋'] as const
  for (const [at, name] of turns.entries()) {
    const ask = as(name)
    const { list } = await ask(taskCalls.list, { tab: 'todo', sortBy: 'id', sortOrder: 'asc' })
    const half = list.slice(0, Math.floor(list.length / 2))
    for (const [index, { id, createTime }] of half.entries()) {
      // Nobody decides before it is asked.
      const age = Math.floor((time(0) - createTime) / DAY_SECONDS)
      await ago(Math.min(turns.length - at, age), async () => {
        if (index === 1) await ask(taskCalls.reject, { id, comment: '资料与申请不一致，请核对后重新提交' })
        else await ask(taskCalls.agree, { id, comment: '同意' })
      })
    }
  }
}
