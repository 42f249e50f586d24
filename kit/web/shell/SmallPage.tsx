import type { ReactNode } from 'react'

interface SmallPageProps {
  title: string
  children: ReactNode
  /** what the person can do next */
  actions: ReactNode
}

/** A page that says one thing and leads on. Platform §4.6. */
export function SmallPage({ title, children, actions }: SmallPageProps) {
  return (
    <div className="ts-small">
      <h1>{title}</h1>
      {children}
      <div className="ts-small-actions">{actions}</div>
    </div>
  )
}
