import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Select, Timeline } from 'antd'
import { useMemo, useState } from 'react'
import { formatTime } from '#kit/shared/time.ts'
import { request } from '#kit/web/request.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { userCalls } from './user.calls.ts'
import './user.css'

const LIMIT = 30
const FIRST: number | null = null

/** 动态: all that happened to a user in one line, the latest first. Members §2.4. */
export default function UserMoments({ id }: { id: number }) {
  const [kinds, setKinds] = useState('')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [userCalls.timeline.path, { id, kinds }],
    queryFn: ({ pageParam, signal }) =>
      request(
        userCalls.timeline,
        { userId: id, kinds, limit: LIMIT, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal, quiet: true },
      ),
    initialPageParam: FIRST,
    getNextPageParam: ({ list }) => {
      const last = list.at(-1)
      // The second of the last one is asked for again: others may have happened in it.
      return list.length < LIMIT || last === undefined ? null : last.time + 1
    },
  })
  const moments = useMemo(() => {
    const all = (data?.pages ?? []).flatMap(({ list }) => list)
    return [...new Map(all.map((one) => [`${one.time} ${one.kind} ${one.text}`, one])).values()]
  }, [data])
  if (data === undefined)
    return error === null ? <Loading rows={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <>
      <Select<string>
        aria-label="动态类型"
        value={kinds}
        options={[{ value: '', label: '全部动态' }, ...(data.pages[0]?.kinds ?? [])]}
        onChange={setKinds}
        popupMatchSelectWidth={false}
      />
      {moments.length === 0 ? (
        <Empty text="没有动态" />
      ) : (
        <Timeline
          className="m-moments"
          items={moments.map((one) => ({
            key: `${one.time} ${one.kind} ${one.text}`,
            content: (
              <>
                <div>{one.to === undefined ? one.text : <PageLink to={one.to}>{one.text}</PageLink>}</div>
                <small className="k-hint">
                  {formatTime(one.time, browserZone)} · {one.label}
                </small>
              </>
            ),
          }))}
        />
      )}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          更早的动态
        </Button>
      )}
    </>
  )
}
