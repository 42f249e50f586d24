import { Drawer } from 'antd'
import { LONG_PAGE_SIZES } from '#kit/shared/pager.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { Details } from '#kit/web/info/Details.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { CronInput } from './CronInput.tsx'
import { type JobRow, JobSwitch, READS } from './JobSwitch.tsx'
import { jobCalls, jobLogCalls } from './job.calls.ts'
import { jobForm, jobRow, scheduleJob } from './job.entity.ts'
import { JOB_LOG_PAGE } from './monitor.addresses.ts'
import { TargetInput } from './TargetInput.tsx'

const CALLS = { list: jobCalls.list, info: jobCalls.info, save: jobCalls.add, update: jobCalls.update }
const WIDTH = 760

const SHOW = [
  'jobName',
  'jobGroup',
  'target',
  'cronExpression',
  'status',
  'lastTime',
  'nextTime',
  'lastStatus',
]
const COLUMNS = {
  id: { title: '任务编号', width: 95 },
  status: { render: (row: JobRow) => <JobSwitch row={row} /> },
}

const FORM = {
  shape: jobForm,
  width: WIDTH,
  groups: [
    { title: '任务', fields: ['jobName', 'jobGroup', 'target', 'remark'] },
    { title: '执行', fields: ['cronExpression', 'timeoutSec', 'misfirePolicy', 'concurrent', 'params'] },
  ],
  inputs: {
    target: { Input: TargetInput, disabled: ({ isSystem }: WireRow) => isSystem === 1 },
    cronExpression: { Input: CronInput, help: '六段：秒 分 时 日 月 周，间隔不少于10秒' },
    concurrent: { help: '禁止时，上次未结束则跳过本次' },
  },
  complete({ target, ...input }: Record<string, unknown>) {
    if (typeof target !== 'string') return input
    const at = target.lastIndexOf('.')
    return { ...input, beanName: target.slice(0, at), methodName: target.slice(at + 1) }
  },
}

const DETAILS = Object.keys(jobRow).filter(
  (name) => !['jobId', 'beanName', 'methodName', 'version'].includes(name),
)

function openJob(row: JobRow): Promise<null> {
  return openDialog<null>((close) => (
    <Drawer open title={`任务详情 ${row.jobName}`} size={WIDTH} onClose={() => close(null)}>
      <Details shape={jobRow} row={row} fields={DETAILS} narrow />
    </Drawer>
  ))
}

const OPEN: Act<JobRow> = act({ label: '查看', run: (row) => void openJob(row) })
const ACTIONS: readonly Act<JobRow>[] = [
  callAct(jobCalls.trigger, {
    label: '执行一次',
    prompt: (row) => `确定立即执行一次“${row.jobName}”吗？`,
    input: (row) => ({ jobId: row.id }),
    success: '已开始执行，结果见任务日志',
  }),
  act({
    label: '日志',
    permission: jobLogCalls.list,
    run: (row) => goTo(`${JOB_LOG_PAGE}?jobId=${row.id}`),
  }),
  callAct(jobCalls.remove, {
    label: '删除',
    danger: true,
    when: (row) => row.isSystem !== 1,
    prompt: (row) => `任务日志将一并删除，确定删除定时任务“${row.jobName}”吗？`,
    input: (row) => ({ jobId: row.id }),
    success: '删除成功',
  }),
]

/** 定时任务. Platform §13.1. */
export default function JobList() {
  return (
    <ListPage
      of={scheduleJob}
      calls={CALLS}
      reads={READS}
      show={SHOW}
      columns={COLUMNS}
      dated=""
      form={FORM}
      open={OPEN}
      actions={ACTIONS}
      sizes={LONG_PAGE_SIZES}
    />
  )
}
