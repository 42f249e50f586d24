import { ErrorState } from './ErrorState.tsx'
import { Loading } from './Loading.tsx'

interface Read {
  readonly error: Error | null
  refetch(): Promise<unknown>
}

/** In place of what needs several reads: that they are under way, or what one of them failed with and a try of all. Screens §5. */
export function Reading({ of, rows = 6 }: { of: readonly Read[]; rows?: number }) {
  const failed = of.find((one) => one.error !== null)
  return failed?.error == null ? (
    <Loading rows={rows} />
  ) : (
    <ErrorState error={failed.error} onRetry={() => void Promise.all(of.map((one) => one.refetch()))} />
  )
}
