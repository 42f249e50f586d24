import { type ReactNode, useEffect } from 'react'
import { useKnown } from './house.ts'
import { Providers } from './Providers.tsx'

/** A page without the shell around it. */
export default function BarePage({ title, children }: { title: string; children: ReactNode }) {
  const { siteName } = useKnown()
  useEffect(() => {
    document.title = `${title} - ${siteName}`
  }, [title, siteName])
  return (
    <Providers>
      <main>{children}</main>
    </Providers>
  )
}
