import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { customerCalls } from './customer.calls.ts'
import { Follows } from './Follows.tsx'

/** 跟进记录 of a company: those of its customer. Catalog §6.1. */
export default function CompanyFollows({ companyId }: { companyId: number }) {
  const { data, error, refetch } = useCall(customerCalls.list, { companyId }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const held = data.list[0]
  return held === undefined ? (
    <Empty text="单位审核通过后建立客户，跟进记录将显示在这里" />
  ) : (
    <Follows customerId={held.id} />
  )
}
