import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { keptAnswers } from '#kit/server/keptAnswers.ts'
import { conditionsOf, keywordCondition, pageOf } from '#kit/server/list.ts'
import { keptOnWire } from '#kit/server/onWire.ts'
import { read } from '#kit/server/serve.ts'
import { builtRows } from '#kit/server/textRows.ts'
import { theSystem, type Who } from '#kit/server/who.ts'
import type { InOf, Page } from '#kit/shared/call.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { companyCalls } from './company.document.ts'
import { company } from './company.entity.ts'
import { comparedCompany, type LikenessKind, mergeCalls } from './companyMerge.calls.ts'

const SHORTEST_NAME = 2

/** How each likeness is told: what the companies have in common, and from when on that says something. */
const LIKE: Record<LikenessKind, { same: RawBuilder<unknown>; says: RawBuilder<unknown> }> = {
  name: { same: sql`"coreName"`, says: sql`length("coreName") >= ${sql.lit(SHORTEST_NAME)}` },
  digits: { same: sql`"orgDigits"`, says: sql`"orgDigits" <> ''` },
  phone: { same: sql`"contactPhone"`, says: sql`"contactPhone" <> ''` },
  address: { same: sql`"districtId", "address"`, says: sql`"address" <> ''` },
}

const SHOWN_MOST = 10

interface Group {
  kinds: LikenessKind[]
  /** in order */
  ids: readonly number[]
}

type Doubles = Page<{ kinds: LikenessKind[]; count: number; companies: RowOf<typeof comparedCompany>[] }>

/** All companies are compared with each other once, until one of them changes: a word then only chooses. Decisions 0222, 0228. */
const keptGroups = keptAnswers<readonly Group[]>(4)
const keptPages = keptAnswers<Doubles>(64)

/** Groups of companies that are likely one and the same, those alike in most ways first. Catalog §10. */
async function duplicates(
  db: Db,
  who: Who,
  { page, limit, keywords, kind }: InOf<typeof mergeCalls.duplicates>,
) {
  const words = keywordCondition(company, keywords)
  const seen = sql.join(await conditionsOf(db, who, company, {}), sql` and `)
  // Never run: it tells pages from each other, and the scopes of their readers, for whom the companies are the same.
  const asked = sql`select ${kind}, ${page}, ${limit} from "company" where ${seen} and ${words ?? sql`true`}`
  const ask = async (): Promise<Doubles> => {
    const all = await groupsOf(db, seen, kind)
    const meant = words === null ? null : await meantBy(db, words)
    const groups = meant === null ? all : all.filter(({ ids }) => ids.some((id) => meant[id] === 1))
    const shown = groups
      .slice((page - 1) * limit, page * limit)
      .map(({ kinds, ids }) => ({ kinds, count: ids.length, ids: ids.slice(0, SHOWN_MOST) }))
    const companies = await compared(
      db,
      who,
      shown.flatMap(({ ids }) => ids),
    )
    const byId = new Map(companies.map((row) => [row.id, row]))
    const list = shown.map(({ ids, ...group }) => ({
      ...group,
      companies: ids.flatMap((id) => byId.get(id) ?? []),
    }))
    return keptOnWire(pageOf(list, groups.length, { page, limit }))
  }
  return keptPages(db, { statement: asked.compile(db), tables: [company.name], ask })
}

/** All groups that a reader sees, as the list orders them. */
async function groupsOf(
  db: Db,
  seen: RawBuilder<unknown>,
  kind: LikenessKind | null,
): Promise<readonly Group[]> {
  const likenesses = (kind === null ? Object.entries(LIKE) : [[kind, LIKE[kind]] as const]).map(
    ([name, { same, says }]) => sql`select ${name}::text as "kind", array_agg("id" order by "id") as "ids"
      from "company" where ${seen} and ${says} group by ${same} having count(*) > 1`,
  )
  const statement = sql<Group>`select array_agg("kind" order by "kind") as "kinds", "ids"
    from (${sql.join(likenesses, sql` union all `)}) as "found" group by "ids"
    order by count(*) desc, "ids"`.compile(db)
  const ask = async () => (await db.executeQuery(statement)).rows
  return keptGroups(db, { statement, tables: [company.name], ask })
}

/** The companies that words find: a 1 at the place of each id. */
async function meantBy(db: Db, words: Expression<SqlBool>): Promise<Uint8Array> {
  const [found] = await builtRows<{ ids: number[] }>(
    db,
    sql`select array(select "company"."id" from "company" where ${words}) as "ids"`,
  )
  const ids = found?.ids ?? []
  const meant = new Uint8Array(ids.reduce((most, id) => Math.max(most, id), 0) + 1)
  for (const id of ids) meant[id] = 1
  return meant
}

/** Companies as a person compares them, those out of their scope left out. */
async function compared(db: Db, who: Who, ids: readonly number[]) {
  const seen = sql.join(await conditionsOf(db, who, company, {}), sql` and `)
  const columns = sql.join(Object.keys(comparedCompany).map((name) => sql.ref(name)))
  const { rows } = await sql<RowOf<typeof comparedCompany>>`select ${columns} from "company"
    where ${seen} and "id" = any(${sql.val([...new Set(ids)])}::int[]) order by "id"`.execute(db)
  return rows
}

const FOUND_MOST = 10

/** Companies that may be the one that is about to be saved: by credit code, phone, and what makes their names their own. */
async function similarTo(
  db: Db,
  { id, orgName, creditCode, contactPhone }: InOf<typeof companyCalls.similar>,
) {
  const { rows: cores } = await sql<{ core: string }>`select "coreNameOf"(${orgName}) as "core"`.execute(db)
  const core = cores[0]?.core ?? ''
  const likenesses: [string, Expression<SqlBool> | null][] = [
    [
      '统一社会信用代码相同',
      creditCode === '' ? null : sql<SqlBool>`lower("creditCode") = ${creditCode.toLowerCase()}`,
    ],
    ['联系电话相同', contactPhone === '' ? null : sql<SqlBool>`"contactPhone" = ${contactPhone}`],
    ['名称相似', core.length < SHORTEST_NAME ? null : keywordCondition(company, core)],
  ]
  // A double is a double even where the person may not see it.
  const living = sql.join(await conditionsOf(db, theSystem, company, {}), sql` and `)
  const found = new Map<number, { id: number; orgCode: string; orgName: string; reason: string }>()
  for (const [reason, condition] of likenesses) {
    if (condition === null) continue
    const { rows } = await sql<{ id: number; orgCode: string; orgName: string }>`
      select "id", "orgCode", "orgName" from "company"
      where ${living} and "id" <> ${id ?? 0} and ${condition} limit ${sql.lit(FOUND_MOST)}`.execute(db)
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, { ...row, reason })
  }
  return [...found.values()].slice(0, FOUND_MOST)
}

export const duplicatesServed = [
  read(mergeCalls.duplicates, duplicates),
  read(mergeCalls.compare, (db, who, { ids }) => compared(db, who, ids)),
  read(companyCalls.similar, (db, _who, input) => similarTo(db, input)),
]
