import { Select } from 'antd'
import { ariaOf, type InputProps, isNone, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'
import { jobCalls } from './job.calls.ts'

/** The job of the code that is to run: chosen, never typed. Platform §13.1. */
export function TargetInput(props: InputProps) {
  const { value, onChange, id, disabled } = props
  const { data, isFetching } = useCall(jobCalls.targets, {})
  return (
    <Select<string>
      {...ariaOf(props)}
      id={id}
      className="k-fill"
      value={isNone(value) ? undefined : textOf(value)}
      disabled={disabled}
      loading={isFetching}
      options={data ?? []}
      placeholder={placeholderOf(props, '请选择')}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={onChange}
    />
  )
}
