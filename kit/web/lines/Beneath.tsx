import type { ReactNode } from 'react'

interface Told {
  name: string
  label: string
  content: ReactNode
}

/** What has no column of its own in a table (fitting.ts), beneath what a row is called. */
export function Beneath({ told }: { told: readonly Told[] }) {
  return (
    told.length > 0 && (
      <div className="k-subject-code k-line-beneath">
        {told.map(({ name, label, content }) => (
          <span key={name}>
            {label} {content}
          </span>
        ))}
      </div>
    )
  )
}
