import { Switch } from 'antd'
import { useState } from 'react'
import { namesOf } from '#kit/shared/record.ts'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { mayCall } from '#kit/web/session.ts'
import { change } from '#kit/web/useCall.ts'
import { jobCalls } from './job.calls.ts'
import { JOB_STATES, jobRow } from './job.entity.ts'

/** What is looked at in a job's row; 详情 shows all there is of it. */
export const READS = namesOf(jobRow)
export type JobRow = RowSeen<typeof jobCalls.list, typeof READS>

/** 正常 or 暂停, each with a call of its own; a person without the permission sees the state. */
export function JobSwitch({ row }: { row: JobRow }) {
  const [running, setRunning] = useState(false)
  const isOn = row.status === 0
  const state = JOB_STATES.find((one) => one.value === row.status)
  const call = isOn ? jobCalls.suspend : jobCalls.start
  if (!mayCall(call)) return <StateTag label={state?.label ?? ''} means={state?.means} />
  const toggle = async () => {
    setRunning(true)
    try {
      await change(call, { jobId: row.id }, { success: '操作成功' })
    } catch {
      // The refusal has been shown; the switch stays as the row is.
    } finally {
      setRunning(false)
    }
  }
  return (
    <Switch
      size="small"
      checked={isOn}
      loading={running}
      aria-label={`${row.jobName}：${state?.label ?? ''}`}
      onChange={() => void toggle()}
    />
  )
}
