import type { ReactNode } from 'react'

export interface LoginNotice {
  kind: 'error' | 'info'
  text: ReactNode
}

/** What is said above the fields of a sign-in. */
export function Notice({ notice }: { notice: LoginNotice | null }) {
  if (notice === null) return null
  return (
    <p className={`login-notice login-${notice.kind}`} role="alert">
      {notice.text}
    </p>
  )
}
