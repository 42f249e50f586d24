import { Select } from 'antd'
import { ariaOf, type InputProps } from '#kit/web/fieldUi.ts'
import { useCall } from '#kit/web/useCall.ts'
import { smsTemplateCalls } from './sms.calls.ts'
import { ALLOWED } from './smsTemplate.entity.ts'

const NONE = { value: 0, label: '未设置' }

/** The template of a scene's messages, one of those that may be used. */
export function SmsTemplateInput(props: InputProps) {
  const { data } = useCall(smsTemplateCalls.list, { status: String(ALLOWED), limit: 1000 }, { quiet: true })
  const value = Number(props.value ?? 0)
  const found = (data?.list ?? []).map(({ id, title }) => ({ value: id, label: title }))
  // Until they are there, or where they may not be seen, what is chosen is known by its number.
  const chosen =
    value === 0 || found.some((one) => one.value === value) ? [] : [{ value, label: `模板${value}` }]
  return (
    <Select
      {...ariaOf(props)}
      id={props.id}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={props.disabled}
      value={value}
      options={[NONE, ...chosen, ...found]}
      onChange={props.onChange}
    />
  )
}
