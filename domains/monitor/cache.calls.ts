import { z } from 'zod'
import { text } from '#kit/fields/shared.ts'
import { answerOf, get, paging, post } from '#kit/shared/call.ts'

const PREFIX = '/admin/monitor/cache'
const group = text('缓存组', { max: 50, required: true })

const figures = z.object({
  process: z.object({
    version: z.string(),
    node: z.string(),
    pid: z.number(),
    /** seconds */
    uptime: z.number(),
    /** bytes */
    memory: z.number(),
    heap: z.number(),
    /** ms: 99 of 100 turns of the event loop came no later since the last minute began */
    delay: z.number(),
    /** percent of one core since the last asking */
    cpu: z.number(),
    /** bytes and share of the disk where the data lies */
    diskFree: z.number(),
    diskShare: z.number(),
  }),
  /** the last hour of the process, a minute each, the oldest first */
  history: z.array(z.object({ time: z.number(), cpu: z.number(), memory: z.number(), delay: z.number() })),
  database: z.object({
    kind: z.string(),
    version: z.string(),
    size: z.number(),
    schema: z.string(),
    connections: z.number(),
    transactions: z.number(),
    oldestSeconds: z.number(),
  }),
  queues: z.array(z.object({ name: z.string(), waiting: z.number(), oldestSeconds: z.number() })),
  statements: z.array(z.object({ text: z.string(), ms: z.number(), times: z.number() })),
})

/** Platform §13.2. Entries and hits are those of the process that answers; 清理 reaches every process. */
export const cacheCalls = {
  info: get(`${PREFIX}/info`, { title: '缓存监控', answer: answerOf(figures) }),
  names: get(`${PREFIX}/names`, {
    title: '缓存组',
    answer: answerOf(
      z.array(
        z.object({
          group: z.string(),
          title: z.string(),
          entries: z.number(),
          hits: z.number(),
          misses: z.number(),
          size: z.number(),
        }),
      ),
    ),
  }),
  keys: get(`${PREFIX}/keys`, {
    title: '缓存键',
    input: { group, keywords: paging.keywords },
    answer: answerOf(z.object({ keys: z.array(z.string()), total: z.number() })),
  }),
  value: get(`${PREFIX}/value`, {
    title: '缓存值',
    input: { group, key: text('键', { max: 300, required: true }) },
    answer: answerOf(z.object({ value: z.string() })),
  }),
  clear: post(`${PREFIX}/clear`, {
    title: '清理缓存',
    input: { group: text('缓存组', { max: 50 }), key: text('键', { max: 300 }) },
  }),
}
