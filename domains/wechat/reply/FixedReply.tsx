import { useState } from 'react'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { REPLIES_PAGE } from '../wechat.addresses.ts'
import { ReplyEditor } from './ReplyEditor.tsx'
import { replyCalls } from './reply.calls.ts'

/** The one reply under a word nobody types: 关注回复, 无效词回复. Platform §11.2. */
export function FixedReply({ word, asked }: { word: string; asked: string }) {
  const [reading, setReading] = useState(0)
  const { data, error, isFetchedAfterMount, refetch } = useCall(
    replyCalls.infoByWord,
    { keywords: word },
    { quiet: true },
  )
  const reload = async () => {
    await refetch()
    setReading((count) => count + 1)
  }
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  // What was read before may be old: a save from it would only be refused.
  if (data === undefined || !isFetchedAfterMount) return <Loading rows={8} />
  return (
    <ReplyEditor
      key={reading}
      row={data}
      fixed={word}
      asked={asked}
      back={REPLIES_PAGE}
      onSaved={() => void reload()}
      onReload={() => void reload()}
    />
  )
}
