import { z } from 'zod'
import { choice, datetime, fixed, image, int, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  idsField,
  listAnswer,
  listInput,
  post,
  rowsAnswer,
  rowsOf,
  taskAnswer,
} from '#kit/shared/call.ts'
import { nameOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { TASK_TYPES } from './task.rules.ts'
import { TASK_STATES, vipTask, vipTaskRecord } from './vipTask.entity.ts'

const PREFIX = '/admin/user/task'

/** What has come of a task. Members §3.6. */
const counted = {
  peopleNum: int('参与人数', { initial: 0, width: 90 }),
  doneNum: int('完成次数', { initial: 0, width: 90 }),
  givenText: text('已发', { max: 200, width: 160 }),
  rewardText: text('奖励', { max: 200, width: 180 }),
}

const recordRows = rowsOf(vipTaskRecord, {
  nickname: nameOf('uid', '用户', { width: 150 }),
  taskName: nameOf('taskId', '任务', { width: 150 }),
})

/** A task as a customer sees it. */
const openTask = {
  id: int('ID', { required: true }),
  recordId: int('领取编号', { big: true }),
  name: text('任务名称', { max: 30 }),
  taskType: choice('任务类型', TASK_TYPES),
  icon: image('图标'),
  desc: text('说明', { max: 100 }),
  linkUrl: text('去完成链接', { max: 300 }),
  target: fixed('目标', { initial: 1 }),
  progress: fixed('进度', { initial: 0 }),
  status: choice('状态', TASK_STATES, { initial: 0 }),
  experience: int('成长值', { initial: 0 }),
  integral: int('积分', { initial: 0 }),
  diamond: int('钻石', { initial: 0 }),
  couponNum: int('优惠券', { initial: 0 }),
  expireTime: datetime('领取截止'),
}

const usual = standardCalls(PREFIX, vipTask, { list: counted })

/** Members §3.6, §3.11, §20. */
export const taskCalls = {
  ...usual,
  copy: post(`${PREFIX}/copy/:id`, {
    title: '复制会员任务',
    input: { id: idField() },
    answer: answerOf(z.object({ id: z.number() })),
    business: 1,
  }),
  give: post(`${PREFIX}/give`, {
    title: '人工发放任务',
    input: { taskId: idField('任务'), uids: idsField('用户', 1000) },
    answer: answerOf(z.object({ given: z.number(), skipped: z.number() })),
    business: 2,
  }),
  days: get(`${PREFIX}/days/:id`, {
    title: '会员任务走势',
    permission: usual.info.permission,
    input: { id: idField() },
    answer: answerOf(z.array(z.object({ day: z.string(), done: z.number(), received: z.number() }))),
  }),
  records: get(`${PREFIX}/record/list`, {
    title: '会员任务记录',
    input: listInput(vipTaskRecord),
    answer: listAnswer(recordRows),
  }),
  exportRecords: post(`${PREFIX}/record/export`, {
    title: '导出任务记录',
    input: { ...listInput(vipTaskRecord), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
  openList: get('/open/task/list', {
    title: '我的任务',
    open: 'member',
    customer: true,
    answer: rowsAnswer(openTask),
  }),
  receive: post('/open/task/receive/:id', {
    title: '领取任务奖励',
    open: 'member',
    customer: true,
    input: { id: idField('任务记录') },
    answer: answerOf(z.object({ status: z.number() })),
  }),
}
