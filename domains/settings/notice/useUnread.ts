import { readAt } from '#kit/shared/standardCalls.ts'
import { useCall } from '#kit/web/useCall.ts'
import { useLiveReads } from '#kit/web/useLiveReads.ts'
import type { ownNoticeCalls } from './notice.calls.ts'
import { NOTICE_TOPIC } from './notice.topic.ts'

// Every page asks: of the declarations of messages only this path is loaded with it.
const COUNT = readAt<typeof ownNoticeCalls.count>('/admin/notice/unread/count')

/** How many messages the person has not read; follows what happens. */
export function useUnread(): number {
  useLiveReads(NOTICE_TOPIC, '/admin/notice')
  const { data } = useCall(COUNT, {}, { quiet: true })
  return data?.count ?? 0
}
