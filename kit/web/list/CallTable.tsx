import type { TableColumnsType } from 'antd'
import type { Call } from '#kit/shared/call.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { Pager } from './Pager.tsx'
import { usePaging } from './usePaging.ts'

interface Page<R> {
  list: R[]
  total: number
  more?: boolean | undefined
}

interface CallTableProps<In, InWire, Out, R> {
  call: Call<In, InWire, Out, Page<R>>
  /** the input of a page */
  input(paging: { page: number; limit: number }): InWire
  columns: TableColumnsType<R>
  /** what it says when there are no rows */
  empty: string
}

/** The rows of a read, page by page, inside of another screen; as wide as its columns together. */
export function CallTable<In, InWire, Out, R extends { id: number }>({
  call,
  input,
  columns,
  empty,
}: CallTableProps<In, InWire, Out, R>) {
  const { paging, state } = usePaging()
  const { data, error, refetch } = useCall(call, input(paging), { keep: true, quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.total === 0) return <Empty text={empty} />
  return (
    <>
      <Table<R>
        scroll={{ x: columns.reduce((sum, { width }) => sum + Number(width ?? 0), 0) }}
        columns={columns}
        dataSource={data.list}
      />
      <Pager total={data.total} more={data.more ?? false} state={state} />
    </>
  )
}
