import type { Call } from '#kit/shared/call.ts'
import type { Entity } from '#kit/shared/entity.ts'
import type { Facts as Told } from '#kit/web/info/InfoSections.tsx'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { DocumentFacts } from './DocumentFacts.tsx'
import type { DocumentInfo } from './DocumentPage.tsx'

interface TaskFacts<R extends DocumentInfo> extends Omit<Told<R>, 'shape'> {
  of: Entity
  info: Call<unknown, unknown, unknown, R>
}

/** A document on the page of an approval task: what its own page says, without actions. Workflow §4. */
export function DocumentTask<R extends DocumentInfo>({ id, ...facts }: TaskFacts<R> & { id: number }) {
  return mayCall(facts.info) ? (
    <Facts id={id} {...facts} />
  ) : (
    <Empty text={`没有查看${facts.of.label}的权限，请联系管理员`} />
  )
}

function Facts<R extends DocumentInfo>({ id, of, info, ...facts }: TaskFacts<R> & { id: number }) {
  const { data, error, refetch } = useCall(info, { id }, { quiet: true })
  if (data === undefined)
    return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return <DocumentFacts shape={info.answer.shape ?? of.all} row={data} {...facts} />
}
