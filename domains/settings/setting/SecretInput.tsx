import { Input } from 'antd'
import { useState } from 'react'
import { ariaOf, type InputProps, textOf } from '#kit/web/fieldUi.ts'

/** What stands for a stored secret, which is never shown; sent back it leaves the secret as it is. */
const HIDDEN = '******'

/** A secret: whether there is one, and a new one in its place. Platform §7.1. */
export function SecretInput(props: InputProps) {
  const { field, value, onChange, id, disabled } = props
  const [stored] = useState(value === HIDDEN)
  const kept = value === HIDDEN
  return (
    <Input.Password
      {...ariaOf(props)}
      id={id}
      value={kept ? '' : textOf(value)}
      disabled={disabled}
      maxLength={field.max ?? 200}
      autoComplete="new-password"
      placeholder={kept ? `${HIDDEN}（已设置，不修改请留空）` : ''}
      onChange={({ target }) => onChange(target.value === '' && stored ? HIDDEN : target.value)}
    />
  )
}
