import type { Db } from '#kit/server/database.ts'
import { settingsOf } from '../form.ts'
import { baseForm } from '../forms.ts'

/** What others show of an article. */
export interface ArticleCard {
  title: string
  synopsis: string
  imageInput: string
  /** its page; '' while the installation has no address */
  link: string
}

/** Address of an article's page on a site; '' without a site. */
export const articleLink = (site: string, id: number): string =>
  site === '' ? '' : `${site.replace(/\/$/, '')}/article/${id}`

/** An article that is shown, or null. */
export async function articleCard(db: Db, id: number): Promise<ArticleCard | null> {
  const row = await db
    .selectFrom('article')
    .select(['title', 'synopsis', 'imageInput'])
    .where('id', '=', id)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (row === undefined) return null
  return { ...row, link: articleLink((await settingsOf(db, baseForm)).site_url, id) }
}
