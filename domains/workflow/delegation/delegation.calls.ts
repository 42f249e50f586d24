import { choice, text } from '#kit/fields/shared.ts'
import {
  get,
  idAnswer,
  idField,
  idsField,
  listAnswer,
  listInput,
  patch,
  post,
  rowAnswer,
} from '#kit/shared/call.ts'
import { processDelegation } from './delegation.entity.ts'

const DELEGATION = '/admin/workflow/delegation'

/** Where a delegation stands at this moment. */
export const DELEGATION_STATES = [
  { value: 'active', label: '生效中', means: 'done' },
  { value: 'coming', label: '未开始', means: 'off' },
  { value: 'over', label: '已结束', means: 'off' },
  { value: 'off', label: '已停用', means: 'off' },
] as const

export const delegationRow = {
  ...processDelegation.all,
  /** display name of the process; 全部流程 without one */
  processTitle: text('流程', { max: 200, width: 160 }),
  state: choice('状态', DELEGATION_STATES, { initial: 'active', width: 90 }),
}

/** Everybody's own standing delegations. Workflow §3.5, §4. */
export const delegationCalls = {
  list: get(`${DELEGATION}/list`, {
    title: '委托列表',
    input: listInput(processDelegation),
    answer: listAnswer(delegationRow),
  }),
  info: get(`${DELEGATION}/info/:id`, {
    title: '委托详情',
    input: { id: idField() },
    answer: rowAnswer(delegationRow),
  }),
  save: post(`${DELEGATION}/save`, { title: '新增委托', input: processDelegation.shape, answer: idAnswer }),
  update: patch(`${DELEGATION}/update`, { title: '编辑委托', input: processDelegation.shape }),
  remove: post(`${DELEGATION}/delete/:id`, { title: '删除委托', input: { id: idsField() } }),
}
