import { Button, Dropdown, type MenuProps } from 'antd'
import type { ReactNode } from 'react'

interface ToolProps {
  label: string
  icon: ReactNode
  on?: boolean
  off?: boolean
  run(): void
}

/** A button of the editor. */
export function Tool({ label, icon, on, off = false, run }: ToolProps) {
  return (
    <Button
      type={on ? 'primary' : 'text'}
      size="small"
      icon={icon}
      aria-label={label}
      title={label}
      {...(on === undefined ? {} : { 'aria-pressed': on })}
      disabled={off}
      onClick={run}
    />
  )
}

interface ToolMenuProps {
  label: string
  icon: ReactNode
  off: boolean
  items: NonNullable<MenuProps['items']>
}

/** A button of the editor behind which several things lie. */
export function ToolMenu({ label, icon, off, items }: ToolMenuProps) {
  return (
    <Dropdown menu={{ items }} trigger={['click']} disabled={off}>
      <Button type="text" size="small" icon={icon} aria-label={label} title={label} disabled={off} />
    </Dropdown>
  )
}
