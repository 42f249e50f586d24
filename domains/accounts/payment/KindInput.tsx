import { Select } from 'antd'
import { ariaOf, type InputProps, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'
import { exceptionCalls, paymentCalls } from './payment.calls.ts'

type Kinds = typeof exceptionCalls.kinds

function Kind({ call, ...props }: InputProps & { call: Kinds }) {
  const { id, value, onChange, disabled = false } = props
  const { data } = useCall(call, {}, { quiet: true })
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
      notFoundContent={data === undefined ? '加载中…' : '没有可选择的业务'}
      onChange={(chosen: string) => onChange(chosen)}
    />
  )
}

/** What money can be related to: one of the kinds that are paid for. */
export const RelatedKind = (props: InputProps) => <Kind {...props} call={exceptionCalls.kinds} />
/** What can be paid for. */
export const PaidKind = (props: InputProps) => <Kind {...props} call={paymentCalls.kinds} />
