import { Input } from 'antd'
import { type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { PASSWORD_MAX } from './password.rules.ts'

function PasswordInput({
  id,
  value,
  invalid,
  disabled,
  field,
  onChange,
  autoComplete,
}: InputProps & { autoComplete: string }) {
  return (
    <Input.Password
      id={id}
      value={textOf(value)}
      maxLength={PASSWORD_MAX}
      autoComplete={autoComplete}
      placeholder={`请输入${field.label}`}
      disabled={disabled}
      aria-invalid={invalid}
      aria-describedby={invalid ? `${id}-help` : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The password in force, which the browser may fill in. */
export const OldPassword = (props: InputProps) => <PasswordInput {...props} autoComplete="current-password" />
/** A password that is to be set. */
export const NewPassword = (props: InputProps) => <PasswordInput {...props} autoComplete="new-password" />
