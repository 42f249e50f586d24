import type { ReactNode } from 'react'

interface LineProps {
  id: string
  label: string
  fault: string | undefined
  hint?: string
  children(described: { id: string; 'aria-invalid': boolean; 'aria-describedby': string }): ReactNode
}

/** A labelled input of the login page with its fault or hint below. */
export function Line({ id, label, fault, hint = '', children }: LineProps) {
  return (
    <div className={fault ? 'login-line login-wrong' : 'login-line'}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': `${id}-say` })}
      <span id={`${id}-say`} className="login-say" aria-live="polite">
        {fault ?? hint}
      </span>
    </div>
  )
}
