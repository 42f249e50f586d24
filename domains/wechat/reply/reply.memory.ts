import type { Db } from '#kit/server/database.ts'
import { tableVersion } from '#kit/server/transaction.ts'
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
  finder: Finder<Reply>
  /** by its one word: subscribe, default */
  fixed(word: string): Reply | null
}

let kept: { version: number; replies: Replies } | undefined

/** The enabled replies; read anew when one has changed in any process. */
export async function enabledReplies(db: Db): Promise<Replies> {
  // Taken before the read: a change that commits meanwhile makes what is read here count as old.
  const version = tableVersion(['wechatReply'])
  if (kept?.version === version) return kept.replies
  const rows = await db
    .selectFrom('wechatReply')
    .select(['id', 'keywords', 'matchType', 'type', 'data'])
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .orderBy('id')
    .execute()
  const replies = {
    finder: finderOf(rows),
    fixed: (word: string) => rows.find((row) => row.keywords === word) ?? null,
  }
  kept = { version, replies }
  return replies
}
