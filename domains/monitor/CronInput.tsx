import { useMemo, useState } from 'react'
import { FieldInput } from '#kit/fields/web.tsx'
import { debounce } from '#kit/shared/text.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { jobCalls } from './job.calls.ts'

const PAUSE_MS = 400

/** A cron expression with the times at which it comes next. Platform §13.1. */
export function CronInput(props: InputProps) {
  const value = textOf(props.value).trim()
  const [asked, setAsked] = useState(value)
  const ask = useMemo(() => debounce(setAsked, PAUSE_MS), [])
  const { data, error } = useCall(
    jobCalls.times,
    { cronExpression: asked },
    { enabled: asked !== '', quiet: true },
  )
  return (
    <>
      <FieldInput
        {...props}
        onChange={(next) => {
          props.onChange(next)
          ask(textOf(next).trim())
        }}
      />
      {asked !== '' && asked === value && (
        <div className="k-hint" role="status">
          {error?.message}
          {data !== undefined && (
            <>
              接下来执行：
              {data.map((time) => (
                <div key={time}>{formatTime(time, browserZone)}</div>
              ))}
            </>
          )}
        </div>
      )}
    </>
  )
}
