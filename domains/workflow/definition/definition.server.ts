import { sql } from 'kysely'
import type { Db } from '#kit/server/database.ts'
import { listPage } from '#kit/server/list.ts'
import { contextOf } from '#kit/server/points.ts'
import { read, type Served } from '#kit/server/serve.ts'
import { type MenuNode, menusOf } from '#kit/shared/room.ts'
import { bindingTypes } from '../binding/binding.ts'
import { processNotFound } from '../engine/refusals.ts'
import { definitionCalls as calls } from './definition.calls.ts'
import { processHead } from './definition.entity.ts'
import { deployServed } from './deploy.server.ts'
import { draftServed } from './draft.server.ts'
import { handlerChoices } from './handlers.ts'
import { deployedNow, readKnown } from './known.server.ts'
import { versionRows, withVersions } from './rows.server.ts'
import { indentJson } from './text.ts'
import { tryRunServed } from './tryRun.server.ts'

interface PageChoice {
  path: string
  label: string
}

/** The pages a task may show, of all rooms. */
const pagesOfRooms = (db: Db): PageChoice[] =>
  contextOf(db).facts.flatMap((room) => pagesOf(menusOf(room), ''))

function pagesOf(nodes: readonly MenuNode[], above: string): PageChoice[] {
  return nodes.flatMap((node) => {
    const label = above === '' ? node.name : `${above} / ${node.name}`
    const own = node.path === undefined ? [] : [{ path: node.path, label }]
    return [...own, ...pagesOf(node.children ?? [], label)]
  })
}

async function fullVersion(db: Db, id: number) {
  const [row] = await versionRows(db, { id })
  const text = await db
    .selectFrom('processDefinition')
    .select([sql<string>`"json"::text`.as('json'), 'xml'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined || text === undefined) throw processNotFound()
  return { ...row, json: await indentJson(text.json), xml: text.xml }
}

export const definitionServed: readonly Served[] = [
  read(calls.list, async (db, who, { enabled, ...input }) => {
    const newest = sql`(select d."enabled" from "processDefinition" d where d."name" = "processHead"."name"
      order by d."revision" desc limit 1)`
    const page = await listPage(db, who, processHead, input, {
      where: enabled === '' ? [] : [sql<boolean>`${newest} = ${Number(enabled)}`],
      reads: ['processDefinition'],
    })
    return { ...page, list: await withVersions(db, page.list) }
  }),
  read(calls.categories, async (db) => {
    const { rows } = await sql<{ category: string; count: number }>`
      select "category", count(*) as "count" from "processHead" where "isDel" = 0 and "category" <> ''
      group by 1 order by 1`.execute(db)
    return rows
  }),
  read(calls.all, async (db) => {
    const { rows } = await sql<{ value: string; label: string; category: string; enabled: boolean }>`
      select distinct on ("name") "name" as "value", "displayName" as "label", "category", "enabled" = 1 as "enabled"
      from "processDefinition" order by "name", "enabled" desc, "revision" desc`.execute(db)
    return rows
  }),
  read(calls.versions, (db, _who, { name }) => versionRows(db, { name })),
  read(calls.info, (db, _who, { id }) => fullVersion(db, id)),
  read(calls.exportFile, async (db, _who, { id, format }) => {
    const row = await fullVersion(db, id)
    const isXml = format === 'xml'
    return {
      body: Buffer.from(isXml ? row.xml : row.json),
      fileName: `${row.name}-v${row.revision}.${isXml ? 'xml' : 'json'}`,
      contentType: isXml ? 'application/xml; charset=utf-8' : 'application/json; charset=utf-8',
    }
  }),
  read(calls.validate, async (db, _who, { text }) => ({
    problems: (await readKnown(db, text)).problems,
  })),
  read(calls.choices, async (db) => {
    const bound = await db
      .selectFrom('processBinding')
      .select(['businessType', 'processName'])
      .distinct()
      .where('isDel', '=', 0)
      .execute()
    return {
      handlers: handlerChoices(db),
      types: bindingTypes(db).map(([type, { label, form, fields }]) => ({
        type,
        label,
        form: form ?? '',
        fields: [...fields],
        processes: bound
          .filter(({ businessType }) => businessType === type)
          .map(({ processName }) => processName),
      })),
      pages: pagesOfRooms(db),
      processes: (await deployedNow(db)).map(({ name, displayName, revision }) => ({
        name,
        displayName,
        revision,
      })),
    }
  }),
  ...draftServed,
  ...deployServed,
  tryRunServed,
]
