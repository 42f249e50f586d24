import { text } from '#kit/fields/shared.ts'
import { get, idAnswer, idField, patch, post, rowsAnswer, rowsOf } from '#kit/shared/call.ts'
import { exportPlan } from './plan.entity.ts'

/** Platform §10 定时导出: each person has their own. */
const { title, cron, status } = exportPlan.shape
const { params: _params, ...shown } = rowsOf(exportPlan, { bizName: text('导出内容', { max: 100 }) })

export const listPlans = get('/file/plan/list', {
  title: '定时导出列表',
  permission: 'login',
  answer: rowsAnswer(shown),
})

/** The filter is that of an export the person has made. */
export const savePlan = post('/file/plan/save', {
  title: '新增定时导出',
  permission: 'login',
  input: { taskId: idField('导出任务'), title, cron },
  answer: idAnswer,
})

export const updatePlan = patch('/file/plan/update', {
  title: '编辑定时导出',
  permission: 'login',
  input: { title, cron, status },
})

export const deletePlan = post('/file/plan/delete/:id', {
  title: '删除定时导出',
  permission: 'login',
  input: { id: idField() },
})
