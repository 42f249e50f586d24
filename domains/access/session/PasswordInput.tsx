import { Input } from 'antd'
import { ariaOf, type InputProps, placeholderOf, textOf } from '#kit/web/fieldUi.ts'
import { PASSWORD_MAX } from './password.rules.ts'

function PasswordInput({ autoComplete, ...props }: InputProps & { autoComplete: string }) {
  return (
    <Input.Password
      {...ariaOf(props)}
      id={props.id}
      value={textOf(props.value)}
      maxLength={PASSWORD_MAX}
      autoComplete={autoComplete}
      placeholder={placeholderOf(props, '请输入')}
      disabled={props.disabled}
      onChange={(event) => props.onChange(event.target.value)}
    />
  )
}

/** The password in force, which the browser may fill in. */
export const OldPassword = (props: InputProps) => <PasswordInput {...props} autoComplete="current-password" />
/** A password that is to be set. */
export const NewPassword = (props: InputProps) => <PasswordInput {...props} autoComplete="new-password" />
