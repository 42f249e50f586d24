import { lazy, Suspense } from 'react'
import { formatTime } from '#kit/shared/time.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { articleCalls } from './article.calls.ts'

const Html = lazy(() => import('#kit/web/html/Html.tsx'))

/** An article as its readers see it. */
export function ArticlePreview({ id }: { id: number }) {
  const { data: row, error, refetch } = useCall(articleCalls.info, { id }, { quiet: true })
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (row === undefined) return <Loading />
  return (
    <article>
      <h2>{row.title}</h2>
      <p className="k-hint">
        {row.author} {formatTime(row.publishTime ?? row.createTime, browserZone)}
      </p>
      <Suspense fallback={<Busy />}>
        <Html html={row.content} />
      </Suspense>
    </article>
  )
}
