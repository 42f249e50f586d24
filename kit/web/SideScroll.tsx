import type { ReactNode } from 'react'

interface SideScrollProps {
  /** what lies in it, for those who hear it */
  label: string
  children: ReactNode
}

/**
 * Room for a table that may be wider than the screen and has nothing in it that takes the focus: it is scrolled sideways
 * by finger, wheel and arrow keys. The table says its least width itself.
 */
export function SideScroll({ label, children }: SideScrollProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a pointer what lies beyond the edge is reached no other way.
    <section className="k-side-scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
