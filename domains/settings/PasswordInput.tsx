import { Input } from 'antd'
import { ariaOf, type InputProps, placeholderOf, textOf } from '#kit/web/fieldUi.ts'

/** A password of somewhere else, which the browser must not fill with the person's own. */
export function PasswordInput(props: InputProps) {
  return (
    <Input.Password
      {...ariaOf(props)}
      id={props.id}
      value={textOf(props.value)}
      maxLength={props.field.max}
      autoComplete="new-password"
      placeholder={placeholderOf(props, '请输入')}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}
