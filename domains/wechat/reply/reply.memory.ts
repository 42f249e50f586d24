import { tableCache } from '#kit/server/cache.ts'
import type { ReplyType } from './reply.entity.ts'
import { type Finder, finderOf } from './reply.rules.ts'

/** An enabled reply. */
export interface Reply {
  id: number
  keywords: string
  matchType: 1 | 2
  type: ReplyType
  data: string
}

interface Replies {
  rows: readonly Reply[]
  finder: Finder<Reply>
  /** by its one word: subscribe, default */
  fixed(word: string): Reply | null
}

/** The enabled replies; read anew when one has changed in any process. */
export const replyCache = tableCache<Replies>(
  'wechatReply',
  '公众号回复',
  ['wechatReply'],
  async (db) => {
    const rows = await db
      .selectFrom('wechatReply')
      .select(['id', 'keywords', 'matchType', 'type', 'data'])
      .where('status', '=', 1)
      .where('isDel', '=', 0)
      .orderBy('id')
      .execute()
    return {
      rows,
      finder: finderOf(rows),
      fixed: (word) => rows.find((row) => row.keywords === word) ?? null,
    }
  },
  {
    keys: ({ rows }) => rows.map((row) => row.keywords),
    value: ({ rows }, key) => rows.find((row) => row.keywords === key),
  },
)
