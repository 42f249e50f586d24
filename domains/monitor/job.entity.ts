import { z } from 'zod'
import { choice, datetime, dict, flag, int, json, text } from '#kit/fields/shared.ts'
import { common, entity } from '#kit/shared/entity.ts'

export const JOB_STATES = [
  { value: 0, label: '正常', means: 'done' },
  { value: 1, label: '暂停', means: 'waits' },
] as const

const RESULTS = [
  { value: 0, label: '执行中', means: 'runs' },
  { value: 1, label: '成功', means: 'done' },
  { value: 2, label: '失败', means: 'wrong' },
  { value: 3, label: '跳过', means: 'off' },
  { value: 4, label: '超时', means: 'wrong' },
] as const

const MISFIRES = [
  { value: 1, label: '立即执行' },
  { value: 2, label: '执行一次' },
  { value: 3, label: '放弃执行' },
] as const

export const CRON_WRONG = 'cron表达式不正确'

/** What a person says about a job, besides its target. Platform §13.1. */
const said = {
  jobName: text('任务名称', { max: 64, required: true, search: true, width: 140 }),
  jobGroup: dict('任务组', 'sys_job_group', { required: true, filter: true, width: 75 }),
  params: text('参数', { max: 2000, long: true, list: false, help: 'JSON 对象，例如 {"days": 7}' }),
  cronExpression: text('cron表达式', { max: 100, required: true, width: 115 }),
  misfirePolicy: choice('错过策略', MISFIRES, { initial: 3, list: false }),
  concurrent: flag('并发', { initial: 0, texts: ['允许', '禁止'], list: false }),
  timeoutSec: int('超时秒数', { min: 1, max: 86_400, initial: 600, list: false }),
  remark: text('备注', { max: 500, list: false }),
}

/** The job of the code it runs: room and job in one name. */
const target = text('调用目标', { max: 130, required: true, search: true, width: 165 })

/** The form of a job: its target is chosen as one. */
export const jobForm = { ...said, target }

/** The input of a save: the target as its two names. */
export const jobInput = {
  ...said,
  beanName: text('调用目标', { max: 64, required: true }),
  methodName: text('调用方法', { max: 64, required: true }),
}

// Jobs and their log lie in tables of the kit, without the common columns and under names of its own: declared here
// for what a list, its filters and its export need, and not among the entities of the room.

export const scheduleJob = entity(
  'scheduleJob',
  '定时任务',
  {
    ...jobForm,
    beanName: text('调用目标', { max: 64, list: false }),
    methodName: text('调用方法', { max: 64, list: false }),
    status: choice('状态', JOB_STATES, { initial: 0, filter: true, width: 65 }),
    lastTime: datetime('上次执行', { width: 135 }),
    nextTime: datetime('下次执行', { width: 135 }),
    lastStatus: choice('上次结果', RESULTS, { width: 80 }),
    isSystem: flag('系统内置', { initial: 0, list: false }),
  },
  { title: 'jobName', order: [['id', 'asc']] },
)

export const scheduleJobLog = entity(
  'scheduleJobLog',
  '任务日志',
  {
    jobId: int('任务编号', { required: true, filter: true, width: 90 }),
    jobName: text('任务', { max: 64, search: true, width: 160 }),
    target: text('目标', { max: 130, search: true, width: 180 }),
    startTime: datetime('开始', { required: true, width: 150 }),
    ms: int('耗时(毫秒)', { width: 110 }),
    status: choice('状态', RESULTS, { initial: 0, filter: true, width: 80 }),
    handled: int('处理数', { initial: 0, width: 80 }),
    message: text('失败信息', { max: 2000, width: 260 }),
  },
  { title: 'jobName', order: [['startTime', 'desc']] },
)

const id = { ...common.id, label: '任务编号' }
export const jobRow = { id, jobId: { ...id, sortable: false }, ...scheduleJob.shape, version: common.version }
export const jobLogRow = {
  id: { ...common.id, label: '日志编号' },
  ...scheduleJobLog.shape,
  params: json('参数', z.unknown()),
}
