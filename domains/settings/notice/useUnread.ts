import { useLive } from '#kit/web/live.ts'
import { invalidate } from '#kit/web/query.ts'
import { useCall } from '#kit/web/useCall.ts'
import { ownNoticeCalls as calls } from './notice.calls.ts'
import { NOTICE_TOPIC } from './notice.topic.ts'

/** How many messages the person has not read; follows what happens. */
export function useUnread(): number {
  useLive(NOTICE_TOPIC, () => void invalidate('/admin/notice'))
  const { data } = useCall(calls.count, {}, { quiet: true })
  return data?.count ?? 0
}
