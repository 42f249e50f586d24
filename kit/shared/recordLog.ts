import { z } from 'zod'
import { answerOf, get, idField, paging } from './call.ts'

const entry = z.object({
  id: z.number(),
  title: z.string(),
  adminName: z.string(),
  /** seconds */
  time: z.number(),
  /** values as on the wire */
  fields: z.array(
    z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() }),
  ),
})

/** 操作日志 of one record, for who may read the record; served by recordLogServed. Frame §3, §5. */
export function recordLogCall(prefix: string, label: string) {
  return get(`${prefix}/log/:id`, {
    title: `${label}操作日志`,
    permission: `${prefix.slice(1).replaceAll('/', ':')}:info`,
    input: { id: idField(), page: paging.page, limit: paging.limit },
    answer: answerOf(
      z.object({
        list: z.array(entry),
        total: z.number(),
        page: z.number(),
        limit: z.number(),
        totalPage: z.number(),
      }),
    ),
  })
}
