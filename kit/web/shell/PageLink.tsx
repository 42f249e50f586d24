import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { preload } from './pages.tsx'

/** A link to a page whose code is loaded as soon as the person points at it. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  const near = () => void preload(to)
  return (
    <Link to={to} onPointerEnter={near} onFocus={near}>
      {children}
    </Link>
  )
}
