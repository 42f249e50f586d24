import { sql } from 'kysely'
import { articleCard } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { answerPage, type ListOptions } from '#kit/server/list.ts'
import type { Use } from '#kit/server/refs.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import { replyCalls as calls } from './reply.calls.ts'
import { FIXED_WORDS, type ReplyType, wechatReply } from './reply.entity.ts'
import { keywordError, normalWord, readReplyData, wordsOf } from './reply.rules.ts'

type Reply = EntityRow<typeof wechatReply>

const isFixed = (keywords: string): boolean => FIXED_WORDS.includes(normalWord(keywords))
const taken = (word: string) => refuse(`${word}关键字已经存在`, 'keywords')

/** Without the rows of 关注回复 and 无效词回复, which have screens of their own. */
const listed = (): ListOptions => ({
  where: [sql`"wechatReply"."keywords" <> all(${sql.val(FIXED_WORDS)}::text[])`],
})

export const replyExport = exportEntity(wechatReply, calls.exportRows, { list: listed })

/** The data of a reply as it is stored: what its type has, and nothing else. */
async function checkedData(tx: Tx, type: ReplyType, data: string): Promise<string> {
  const read = readReplyData(type, data)
  if ('reason' in read) throw refuse(read.reason, 'data')
  if ('articleId' in read.value && (await articleCard(tx, read.value.articleId)) === null)
    throw refuse('请选择图文消息', 'data')
  return JSON.stringify(read.value)
}

/** The words as they are stored; those of the fixed rows as the screens ask for them. */
function checkedWords(keywords: string): string {
  const error = keywordError(keywords)
  if (error !== null) throw refuseFields([error])
  return isFixed(keywords) ? normalWord(keywords) : wordsOf(keywords).join(',')
}

/** Makes the words those of a reply; 422 {词}关键字已经存在 when another one has one of them. */
async function claimWords(tx: Tx, replyId: number, keywords: string): Promise<void> {
  const words = wordsOf(keywords)
  await tx.deleteFrom('wechatKeyword').where('replyId', '=', replyId).execute()
  // A save of the same word at the same time is waited for here.
  const claimed = await tx
    .insertInto('wechatKeyword')
    .values(words.map((word) => ({ word: normalWord(word), replyId })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('word')
    .execute()
  const missing = words.find((word) => !claimed.some((row) => row.word === normalWord(word)))
  if (missing !== undefined) throw taken(missing)
}

/** What is to be stored of a changed reply, checked together with what stays. */
async function changed(tx: Tx, before: Reply, input: Partial<Reply>): Promise<Partial<Reply>> {
  const { keywords = before.keywords, type = before.type, data = before.data, ...rest } = input
  const words = checkedWords(keywords)
  if (words !== before.keywords && (isFixed(words) || isFixed(before.keywords))) throw taken(words)
  return { ...rest, keywords: words, type, data: await checkedData(tx, type, data) }
}

export const servedReplies: readonly Served[] = [
  read(calls.list, (db, who, input) => answerPage(db, who, wechatReply, calls.list.answer, input, listed())),
  read(calls.info, (db, who, { id }) => readRow(db, who, wechatReply, id)),
  read(calls.infoByWord, async (db, who, { keywords }) => {
    const found = await db
      .selectFrom('wechatKeyword')
      .select('replyId')
      .where('word', '=', normalWord(keywords))
      .executeTakeFirst()
    return found === undefined ? null : readRow(db, who, wechatReply, found.replyId)
  }),
  change(calls.save, async (tx, _who, input) => {
    const keywords = checkedWords(input.keywords)
    const data = await checkedData(tx, input.type, input.data)
    const { id } = await insertRow(tx, wechatReply, { ...input, keywords, data })
    await claimWords(tx, id, keywords)
    return { id }
  }),
  change(calls.update, async (tx, _who, { id, version, ...input }) => {
    const before = await lockRow(tx, wechatReply, id, { version })
    const after = await updateRow(tx, wechatReply, before, await changed(tx, before, input))
    if (after.keywords !== before.keywords) await claimWords(tx, id, after.keywords)
  }),
  change(calls.status, async (tx, _who, { id, status }) => {
    const row = await lockRow(tx, wechatReply, id)
    if (row.status !== status) await updateRow(tx, wechatReply, row, { status })
  }),
  change(calls.remove, async (tx, _who, { id }) => {
    const row = await lockRow(tx, wechatReply, id)
    if (isFixed(row.keywords)) throw conflict('关注回复和无效词回复不能删除，请停用')
    await deleteRow(tx, wechatReply, row)
    await tx.deleteFrom('wechatKeyword').where('replyId', '=', id).execute()
  }),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, replyExport, input)),
]

/** Articles that replies show: they cannot be deleted meanwhile. Platform §9.1. */
export async function usesOfArticles(tx: Tx, ids: readonly number[]): Promise<Use[]> {
  const found = await sql<{ id: number; n: number }>`
    select ("data"::jsonb ->> 'articleId')::int as "id", count(*)::int as "n" from "wechatReply"
    where "type" = 'news' and "isDel" = 0 and ("data"::jsonb ->> 'articleId')::int = any(${sql.val(ids)}::int[])
    group by 1`.execute(tx)
  return found.rows.map((row) => ({ ...row, place: '自动回复' }))
}
