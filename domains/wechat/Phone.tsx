import type { ReactNode } from 'react'
import './wechat.css'

interface PhoneProps {
  /** what stands at the top, e.g. the name of the account */
  title: string
  label: string
  children: ReactNode
  foot?: ReactNode
}

/** A phone as followers hold it. Platform §11. */
export function Phone({ title, label, children, foot }: PhoneProps) {
  return (
    <section className="wx-phone" aria-label={label}>
      <header>{title}</header>
      <div className="wx-screen">{children}</div>
      {foot}
    </section>
  )
}
