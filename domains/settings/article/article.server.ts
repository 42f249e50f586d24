import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { cleanHtml } from '#kit/server/html/html.ts'
import { answerPage, type ListOptions } from '#kit/server/list.ts'
import type { Registration } from '#kit/server/points.ts'
import { declareEntityRef, declareUse, usesOf } from '#kit/server/refs.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { refuseIf } from '#kit/server/standard.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { usesBy } from '#kit/server/usesBy.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { INT_MAX } from '#kit/shared/field.ts'
import { categoriesBelow } from '../category.tree.ts'
import { settingsOf } from '../form.ts'
import { baseForm } from '../forms.ts'
import { declareSensitiveScene, type Guarded, guardWords, isHeld } from '../words/guardWords.ts'
import { articleCalls as calls } from './article.calls.ts'
import { articleLink } from './article.card.ts'
import { ARTICLE_CATEGORY, article } from './article.entity.ts'

type Article = EntityRow<typeof article>

const used = (column: 'cid' | 'productId') => usesBy(article.name, column, article.label)

/** Articles can be referred to; they use categories and products; what a reviewer releases shows. */
export const articleRegistrations: readonly Registration[] = [
  declareEntityRef('article', 'title'),
  declareUse('category', used('cid')),
  declareUse('product', used('productId')),
  declareSensitiveScene('article', async (tx, id) => {
    const row = await tx
      .selectFrom('article')
      .selectAll()
      .where('id', '=', id)
      .where('isDel', '=', 0)
      .forUpdate()
      .executeTakeFirst()
    if (row === undefined) return
    await refuseBanners(tx, { ...row, status: 1 })
    await updateRow(tx, article, row, { status: 1 })
  }),
]

/** Everything a list shows: all but the texts themselves. */
const LISTED = Object.keys(article.all).filter((name) => name !== 'content')

/** The filter 分类 takes what lies below the categories as well. */
async function listOptions(db: Db, cid: string): Promise<ListOptions> {
  if (cid === '') return { columns: LISTED }
  const asked = cid.split(',').map(Number)
  if (asked.some((id) => id > INT_MAX)) throw refuse('文章分类格式不正确', 'cid')
  const ids = await categoriesBelow(db, ARTICLE_CATEGORY, asked)
  return {
    columns: LISTED,
    where: [sql<boolean>`"article"."cid" = any(${sql.val(ids)}::int[])`],
    reads: ['category'],
  }
}

const articleExport = exportEntity(article, calls.exportRows, {
  list: (_who, { cid }, db) => listOptions(db, typeof cid === 'string' ? cid : ''),
})
export const articleTasks = [articleExport]

async function refuseForeignCategory(tx: Tx, cid: number): Promise<void> {
  const row = await tx
    .selectFrom('category')
    .select('id')
    .where('id', '=', cid)
    .where('type', '=', ARTICLE_CATEGORY)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (row === undefined) throw refuse('请选择文章分类', 'cid')
}

/** At most so many articles in view may be banners. Form 64, news_slides_limit. */
async function refuseBanners(
  tx: Tx,
  row: { id?: number; isBanner?: number; status?: number },
): Promise<void> {
  if (row.isBanner !== 1 || row.status !== 1) return
  // Two people making the last banner at once must not both pass the check.
  await sql`select pg_advisory_xact_lock(hashtext('article.isBanner'))`.execute(tx)
  const most = (await settingsOf(tx, baseForm)).news_slides_limit
  const { n } = await tx
    .selectFrom('article')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('isBanner', '=', 1)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .where('id', '<>', row.id ?? 0)
    .executeTakeFirstOrThrow()
  if (most !== null && Number(n) >= most) throw refuse(`轮播文章不能超过${most}篇`, 'isBanner')
}

const TEXTS = ['title', 'author', 'synopsis', 'shareTitle', 'shareSynopsis', 'content'] as const
type TextName = (typeof TEXTS)[number]

/** The values as they may be stored, and what was found in their texts; null: the texts are as they were. */
async function checked(
  tx: Tx,
  values: Partial<Article>,
  before: Article | null,
): Promise<{ values: Partial<Article>; guarded: Guarded<TextName> | null }> {
  if (values.cid !== undefined) await refuseForeignCategory(tx, values.cid)
  const of = (name: TextName): string => values[name] ?? before?.[name] ?? ''
  const texts = {
    title: of('title'),
    author: of('author'),
    synopsis: of('synopsis'),
    shareTitle: of('shareTitle') || of('title'),
    shareSynopsis: of('shareSynopsis') || of('synopsis'),
    content: values.content === undefined ? of('content') : await cleanHtml(values.content),
  }
  const isSame = before !== null && TEXTS.every((name) => texts[name] === before[name])
  const guarded = isSame ? null : await guardWords(tx, 'article', texts, ['content'])
  const held = guarded?.isHeld ?? (before !== null && (await isHeld(tx, 'article', before.id)))
  const whole = { ...values, ...(guarded?.texts ?? {}), ...(held ? { status: 0 as const } : {}) }
  await refuseBanners(tx, { ...before, ...(before === null ? { isBanner: 0, status: 1 } : {}), ...whole })
  return { values: whole, guarded }
}

export const servedArticles: readonly Served[] = [
  read(calls.list, async (db, who, input) => {
    const page = await answerPage(
      db,
      who,
      article,
      calls.list.answer,
      { ...input, fields: '' },
      await listOptions(db, input.cid),
    )
    const site = (await settingsOf(db, baseForm)).site_url
    return { ...page, list: page.list.map((row) => ({ ...row, link: articleLink(site, row.id) })) }
  }),
  read(calls.info, (db, who, { id }) => readRow(db, who, article, id)),
  change(calls.save, async (tx, _who, input) => {
    const { values, guarded } = await checked(tx, input, null)
    const { id } = await insertRow(tx, article, values)
    await guarded?.keep(tx, id)
    return { id, isHeld: guarded?.isHeld ?? false }
  }),
  change(calls.update, async (tx, _who, { id, version, ...input }) => {
    const before = await lockRow(tx, article, id, { version })
    const { values, guarded } = await checked(tx, input, before)
    await updateRow(tx, article, before, values)
    await guarded?.keep(tx, id)
    return { id, isHeld: guarded?.isHeld ?? false }
  }),
  change(calls.status, async (tx, _who, { id, status }) => {
    const row = await lockRow(tx, article, id)
    if (row.status === status) return
    refuseIf(status === 1 && (await isHeld(tx, 'article', id)), '内容待人工审核，审核放行后显示')
    await refuseBanners(tx, { ...row, status: status === 1 ? 1 : 0 })
    await updateRow(tx, article, row, { status })
  }),
  change(calls.bind, async (tx, _who, { id, version, ...values }) =>
    updateRow(tx, article, await lockRow(tx, article, id, { version }), values),
  ),
  change(calls.remove, async (tx, _who, { id }) => {
    const row = await lockRow(tx, article, id)
    const n = (await usesOf(tx, article.name, [id])).reduce((sum, use) => sum + use.n, 0)
    refuseIf(n > 0, `文章已被${n}处引用，不能删除`)
    await deleteRow(tx, article, row)
  }),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, articleExport, input)),
]
