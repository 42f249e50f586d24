import { Select } from 'antd'
import { dictListCalls } from '#domains/settings/settings.shared.ts'
import { ariaOf, type InputProps, isNone, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { refFacts } from '#kit/web/refs.ts'
import { useCall } from '#kit/web/useCall.ts'
import { isNamedScope } from './visible.ts'

interface VisibleInputProps extends InputProps {
  /** comma-joined; what all of them know is offered */
  channels: string
  /** scopes that name their objects, too */
  named?: boolean
}

/** 可见范围 as the channels know it; objects of rooms that are not there yet cannot be named. Catalog §3.5. */
export function VisibleInput({ channels, named = false, ...props }: VisibleInputProps) {
  const { value, onChange, id, disabled } = props
  const { data = [] } = useCall(dictListCalls.visible, { channel: channels }, { keep: true, quiet: true })
  const options = data
    .filter(({ dictValue }) => !isNamedScope(dictValue) || (named && refFacts(dictValue) !== undefined))
    .map((entry) => ({ value: entry.dictValue, label: entry.dictLabel }))
  return (
    <Select<string>
      {...ariaOf(props)}
      id={id}
      className="k-fill"
      value={isNone(value) ? undefined : textOf(value)}
      disabled={disabled}
      options={options}
      placeholder={placeholderOf(props, '请选择')}
      allowClear
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}
