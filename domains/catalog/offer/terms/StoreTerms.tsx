import { lines } from '#kit/fields/shared.ts'
import { FieldCell } from '#kit/fields/web.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { termsCalls } from './terms.calls.ts'

const { id: _id, ...SHAPE } = termsCalls.ofStore.answer.shape ?? {}
const TERMS = lines('条款', SHAPE)

/** 条款 on the page of a store: what is bound to it. Catalog §5. */
export default function StoreTerms({ id }: { id: number }) {
  const { data, error, refetch } = useCall(termsCalls.ofStore, { storeId: id }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.length === 0) return <Empty text="该门店还没有服务条款，可在“条款绑定”中绑定" />
  return <FieldCell field={TERMS} name="terms" value={data} row={{}} wide />
}
