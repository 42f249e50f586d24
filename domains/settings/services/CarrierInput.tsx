import { Input, Select } from 'antd'
import { ariaOf, type InputProps, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'
import { expressCalls } from '../express.calls.ts'

/** A carrier that has waybill templates; before the first synchronisation none is known, and its code is typed. */
export function CarrierInput(props: InputProps) {
  const { data } = useCall(expressCalls.all, { type: 'elec' }, { quiet: true })
  if (data === undefined || data.length === 0) return <PlainInput {...props} />
  return (
    <Select
      {...ariaOf(props)}
      id={props.id}
      showSearch={{ optionFilterProp: 'label' }}
      value={textOf(props.value) || undefined}
      placeholder={placeholderOf(props, '请选择')}
      options={data.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={props.onChange}
    />
  )
}

function PlainInput(props: InputProps) {
  return (
    <Input
      {...ariaOf(props)}
      id={props.id}
      value={textOf(props.value)}
      maxLength={props.field.max}
      placeholder={placeholderOf(props, '请输入')}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
