import { Form } from 'antd'
import type { ReactNode } from 'react'

interface LineProps {
  id: string
  label: string
  /** keeps the value from counting */
  fault?: string | null
  /** the value counts, but somebody should look at it */
  warning?: string | null
  help?: string | undefined
  required?: boolean
  children: ReactNode
}

/** A labelled input of the drawer with what is to be said about its value. */
export function Line({
  id,
  label,
  fault = null,
  warning = null,
  help,
  required = false,
  children,
}: LineProps) {
  const said = fault ?? warning
  return (
    <Form.Item
      className="wf-line"
      label={label}
      htmlFor={id}
      required={required}
      validateStatus={fault !== null ? 'error' : warning !== null ? 'warning' : ''}
      help={said === null ? undefined : <span id={`${id}-help`}>{said}</span>}
      extra={help}
    >
      {children}
    </Form.Item>
  )
}

/** What ties an input to the words below it. */
export function saidOf(id: string, said: string | null, wrong = true) {
  if (said === null) return {}
  return { 'aria-describedby': `${id}-help`, ...(wrong ? { 'aria-invalid': true as const } : {}) }
}
