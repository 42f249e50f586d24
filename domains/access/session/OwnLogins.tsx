import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { LONG_PAGE_SIZES } from '#kit/shared/pager.ts'
import { listColumns } from '#kit/web/list/columnsOf.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { Rows } from '#kit/web/list/Rows.tsx'
import type { ListChange } from '#kit/web/list/useListState.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { ownLogins } from './own.calls.ts'

type Login = OutWireOf<typeof ownLogins>['list'][number]

const COLUMNS = listColumns<Login>(ownLogins.answer.shape ?? {}, {}, [
  'time',
  'result',
  'message',
  'ip',
  'location',
  'device',
  'browser',
  'os',
])

/** 登录日志: the person's own log-ins of the last 90 days. */
export function OwnLogins() {
  const [at, setAt] = useState<{ page: number; limit: number }>({ page: 1, limit: LONG_PAGE_SIZES[0] })
  const { data, error, isPlaceholderData, refetch } = useCall(ownLogins, at, { quiet: true, keep: true })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const set = ({ page = 1, limit = at.limit }: ListChange) => setAt({ page, limit })
  return (
    <>
      <Rows<Login>
        rows={data.list}
        columns={COLUMNS}
        acts={[]}
        waiting={isPlaceholderData}
        state={{ sortBy: '', sortOrder: 'desc', set }}
        onChoose={() => undefined}
        empty={<Empty />}
      />
      <Pager total={data.total} more={data.more ?? false} sizes={LONG_PAGE_SIZES} state={{ ...at, set }} />
    </>
  )
}
