import { useEffect } from 'react'
import { useParams } from 'react-router'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { useCall } from '#kit/web/useCall.ts'
import { TaggedUsers } from './TaggedUsers.tsx'
import { tagCalls } from './tag.calls.ts'

/** /user/label/users/:id: 标签用户. Members §4.2. */
export default function TagUsers() {
  const id = Number(useParams().id)
  const { data: tag, error, refetch } = useCall(tagCalls.info, { id }, { quiet: true })
  const { setTitle } = useTab()
  const name = tag?.name
  useEffect(() => {
    if (name !== undefined) setTitle(`标签用户 ${name}`)
  }, [setTitle, name])
  if (tag === undefined)
    return error === null ? <Loading rows={8} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return <TaggedUsers tagId={id} />
}
