import type { TaskFormProps } from '#domains/workflow/workflow.pickers.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { ExamineFacts } from './ExamineFacts.tsx'
import { historyCalls } from './repo.calls.ts'

/** A product on the page of an approval task. Catalog §2.3, workflow §4. */
export default function ProductTask({ businessId }: TaskFormProps) {
  return mayCall(historyCalls.examineInfo) ? (
    <Facts id={businessId} />
  ) : (
    <Empty text="没有查看商品审核资料的权限，请联系管理员" />
  )
}

function Facts({ id }: { id: number }) {
  const { data, error, refetch } = useCall(historyCalls.examineInfo, { id }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return <ExamineFacts data={data} />
}
