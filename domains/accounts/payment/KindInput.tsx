import { Select } from 'antd'
import { ariaOf, type InputProps, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'
import { exceptionCalls as calls } from './payment.calls.ts'

/** What money can be related to: one of the kinds that are paid for. */
export function KindInput(props: InputProps) {
  const { id, value, onChange, disabled = false } = props
  const { data } = useCall(calls.kinds, {}, { quiet: true })
  return (
    <Select<string>
      {...(id === undefined ? {} : { id })}
      {...ariaOf(props)}
      className="k-fill"
      value={textOf(value) === '' ? null : textOf(value)}
      options={data ?? []}
      loading={data === undefined}
      disabled={disabled}
      placeholder={placeholderOf(props, '请选择')}
      notFoundContent={data === undefined ? '加载中…' : '没有可关联的业务'}
      onChange={(chosen: string) => onChange(chosen)}
    />
  )
}
