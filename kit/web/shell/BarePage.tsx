import { Suspense, useEffect } from 'react'
import { useLocation, useRoutes } from 'react-router'
import type { Route } from '#kit/shared/pages.ts'
import { useKnown } from './house.ts'
import { PageLoading } from './PageStates.tsx'
import { Providers } from './Providers.tsx'
import { pageRoutes } from './pages.tsx'

/** A page that anybody may open, or that shows in a frame: it stands alone, without the shell around it. */
export default function BarePage({ title }: { title: Route['title'] }) {
  const { siteName } = useKnown()
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = `${title} - ${siteName}`
  }, [title, siteName])
  const page = useRoutes(pageRoutes(pathname))
  return (
    <Providers>
      <main>
        <Suspense fallback={<PageLoading />}>{page}</Suspense>
      </main>
    </Providers>
  )
}
