import { EDGE_TYPE, type Process, type ProcessNode, type Properties, TYPE_PREFIX } from '../model/types.ts'

/** Drawings a new process may begin with; each can be deployed as it is. Workflow §4. */
export const TEMPLATES = [
  { value: 'blank', label: '空白' },
  { value: 'one', label: '一级审批' },
  { value: 'two', label: '二级审批' },
  { value: 'sign', label: '会签' },
] as const
export type Template = (typeof TEMPLATES)[number]['value']

/** What each of them is for, where it is chosen. */
export const TEMPLATE_HINTS: Record<Template, string> = {
  blank: '只有开始和结束，自己绘制其余节点',
  one: '发起人提交后，由发起人部门负责人审批',
  two: '发起人提交后，依次由本部门、上级部门的负责人审批',
  sign: '发起人提交后，由下面的人员同时投票，全部同意才通过',
}

const GAP = 200
const MIDDLE = 240
const LEFT = 120

type Step = Pick<ProcessNode, 'id' | 'type'> & { label: string; properties?: Properties }

// Where nobody leads the department, whoever looks after the processes decides: nobody is stuck with a new process.
const byRule = (id: string, label: string, assignmentHandler: string): Step => ({
  id,
  type: 'task',
  label,
  properties: { assignmentHandler, field: { emptyActorPolicy: 'admin' } },
})

const START: Step = { id: 'start', type: 'start', label: '开始' }
const END: Step = { id: 'end', type: 'end', label: '结束' }
const APPLY: Step = { id: 'apply', type: 'task', label: '提交申请', properties: { assignee: 'applicant' } }

function stepsOf(template: Template, members: readonly number[]): Step[] {
  const leader = byRule('leader', '部门负责人审批', 'starterDeptLeader')
  if (template === 'blank') return [START, END]
  if (template === 'one') return [START, APPLY, leader, END]
  if (template === 'two')
    return [START, APPLY, leader, byRule('upper', '上级负责人审批', 'starterUpperLeader'), END]
  const sign: Step = {
    id: 'sign',
    type: 'task',
    label: '会签',
    properties: {
      assignee: members.map((id) => `user:${id}`).join(','),
      performType: 'ALL',
      field: { countersignType: 'PARALLEL', countersignCompletionCondition: '' },
    },
  }
  return [START, APPLY, sign, END]
}

/** The drawing of a template: its steps in a row. `members`: who signs, for 会签. */
export function drawingOf(
  template: Template,
  head: { name: string; displayName: string },
  members: readonly number[] = [],
): Process {
  const steps = stepsOf(template, members)
  const nodes = steps.map(({ id, type, label, properties = {} }, at): ProcessNode => {
    const x = LEFT + at * GAP
    return {
      id,
      type: TYPE_PREFIX + type,
      x,
      y: MIDDLE,
      text: { x, y: type === 'task' ? MIDDLE : MIDDLE + 32, value: label },
      properties,
    }
  })
  const edges = steps.slice(1).map(({ id }, at) => ({
    id: `transition${at + 1}`,
    type: TYPE_PREFIX + EDGE_TYPE,
    sourceNodeId: steps[at]?.id ?? '',
    targetNodeId: id,
    properties: {},
  }))
  return { ...head, nodes, edges }
}
