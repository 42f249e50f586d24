import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import type { Figures } from '#kit/server/figures.ts'
import { enqueueJob } from '#kit/server/jobs.ts'
import { answerPage, columnsPage } from '#kit/server/list.ts'
import { refuseWhenUsed } from '#kit/server/refs.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { change, own, read, type Served } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { actorOf, recordChange } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { unfiltered } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { checkRule, ruleText } from '../rule/check.server.ts'
import { allConditions, opsFor } from '../rule/condition.server.ts'
import { previewRule } from '../rule/preview.server.ts'
import { NO_CONDITION } from '../rule/rule.rules.ts'
import { user } from '../user/user.entity.ts'
import { batchBySearch } from './batch.server.ts'
import { livingUsers } from './figures.server.ts'
import { giveTags, takeTags } from './hand.server.ts'
import { CLEAR_JOB, MERGE_JOB } from './merge.server.ts'
import { checkNet, lockNet } from './net.server.ts'
import { runNow } from './runs.server.ts'
import { tagCalls as calls, userTagCalls } from './tag.calls.ts'
import { taggedExport, taggedOptions } from './tagged.server.ts'
import { tagNameCache } from './tagNames.server.ts'
import {
  AUTOMATIC,
  ONCE,
  REALTIME,
  tagRun,
  tagRunRow,
  userTag,
  userTagLog,
  userTagRel,
} from './userTag.entity.ts'

type Tag = EntityRow<typeof userTag>

const WEEK_DAYS = 7

const figures: Figures = {
  async weekChange(db, ids) {
    const { rows } = await sql<{ id: number; n: number }>`
      select t."id", t."userNum" - coalesce((select d."userNum" from "userTagDay" d where d."tagId" = t."id"
        and d."day" <= (now() at time zone 'Asia/Shanghai')::date - ${WEEK_DAYS}::int order by d."day" desc limit 1), 0) as "n"
      from "userTag" t where t."id" = any(${sql.val([...ids])}::int[])`.execute(db)
    return new Map(rows.map((row) => [row.id, row.n]))
  },
  async ruleText(db, ids, who) {
    const rows = await db
      .selectFrom('userTag')
      .select(['id', 'conditions'])
      .where('id', 'in', [...ids])
      .execute()
    const texts = new Map<number, string>()
    for (const { id, conditions } of rows)
      if (conditions !== null) texts.set(id, await ruleText(db, who, conditions))
    return texts
  },
  async coverage(db, ids) {
    const all = await livingUsers(db)
    const { rows } = await sql<{ id: number; userNum: number }>`
      select "id", "userNum" from "userTag" where "id" = any(${sql.val([...ids])}::int[])`.execute(db)
    return new Map(
      rows.map((row) => [row.id, all === 0 ? 0 : Math.round((row.userNum * 10_000) / all) / 100]),
    )
  },
}

/** Checks the rule of an automatic tag; one by hand has none. */
async function prepare(tx: Tx, values: Partial<Tag>, before: Tag | null): Promise<Partial<Tag>> {
  const tag = wholeRow(userTag, before, values)
  if (before?.mergeToId) throw conflict('标签正在合并，不能修改')
  if (tag.runMode === 2 && tag.runDay > 7) throw refuse('每周的执行日应在1到7之间', 'runDay')
  if (tag.tagType !== AUTOMATIC) return { ...values, conditions: null }
  if (tag.conditions === null) throw refuse(NO_CONDITION, 'conditions')
  if (values.conditions === undefined && before !== null) return values
  const conditions = await checkRule(tx, actorOf(tx), tag.conditions, { before: before?.conditions ?? null })
  return { ...values, conditions }
}

const sameRule = (a: Tag, b: Tag | null): boolean =>
  JSON.stringify(a.conditions) === JSON.stringify(b?.conditions ?? null)

/** Looks for circles, and has a new rule computed at once where nobody would wait for its time. */
async function saved(tx: Tx, tag: Tag, before: Tag | null): Promise<void> {
  await lockNet(tx)
  await checkNet(tx, tag.id, tag.tagType === AUTOMATIC ? 'conditions' : 'tagGroupId')
  const isNew = tag.tagType === AUTOMATIC && (before?.tagType !== AUTOMATIC || !sameRule(tag, before))
  const atOnce = tag.runMode === REALTIME || tag.runMode === ONCE
  if (isNew && atOnce && tag.status === 1)
    await runNow(tx, tag.id, actorOf(tx).adminId || null).catch((error: unknown) => {
      // The run that is under way has begun with the rule before; the next one takes this.
      if (!(error instanceof Error && 'code' in error && error.code === 409)) throw error
    })
}

const master = standardHandlers(
  userTag,
  { ...calls, remove: undefined },
  {
    chosen: 'enabled',
    figures,
    joined: true,
    prepare,
    saved,
  },
)

export const tagMaster = master

const usedText = ({ place }: { place: string }) => `标签正在被${place}使用，不能删除`

/** The tags of users, for whoever may see those users. */
async function tagsOfUsers(db: Db, who: Who, uids: readonly number[]) {
  const scope = scopeCondition(await rowScope(db, who, user), 'u')
  const { rows } = await sql<{ uid: number; tagId: number; name: string; color: string; source: number }>`
    select r."uid", r."tagId", t."name", t."color", r."source"
    from "userTagRel" r join "userTag" t on t."id" = r."tagId" and t."isDel" = 0
    join "user" u on u."id" = r."uid" and u."isDel" = 0
    where r."uid" = any(${sql.val([...uids])}::int[]) and r."source" <> -1${scope === null ? sql`` : sql` and ${scope}`}
    order by r."uid", t."sort", t."id"`.execute(db)
  return rows
}

/** What hands did with the tags of users, for the operation log: how many, of which tag. */
async function noteHands(tx: Tx, tagIds: readonly number[], text: string): Promise<void> {
  for (const id of tagIds) {
    const { rows } = await sql<{ name: string; userNum: number }>`
      select "name", "userNum" from "userTag" where "id" = ${id}`.execute(tx)
    const [tag] = rows
    if (tag !== undefined)
      recordChange(tx, {
        type: userTag.name,
        id,
        title: tag.name,
        before: { 操作: '' },
        after: { 操作: text, 用户数: tag.userNum },
      })
  }
}

async function hand(
  tx: Tx,
  mode: 'add' | 'remove',
  uids: readonly number[],
  tagIds: readonly number[],
): Promise<number> {
  const given = { uids, tagIds }
  const changed = mode === 'add' ? await giveTags(tx, given) : await takeTags(tx, given)
  await noteHands(tx, tagIds, `${mode === 'add' ? '打标' : '移除'}${uids.length}名用户`)
  return changed
}

export const tagServed: readonly Served[] = [
  ...master.served,
  change(calls.remove, async (tx, _who, { id: ids }) => {
    for (const id of ids.toSorted((a, b) => a - b)) {
      const row = await lockRow(tx, userTag, id)
      await refuseWhenUsed(tx, userTag.name, [id], usedText)
      await deleteRow(tx, userTag, row)
      await enqueueJob(tx, CLEAR_JOB, { tagId: id }, { uniqueKey: `${CLEAR_JOB}:${id}` })
    }
  }),
  read(calls.trend, async (db, who, { id, days }) => {
    const tag = await readRow(db, who, userTag, id)
    const { rows } = await sql<{ day: string; num: number }>`
      select "day"::text as "day", "userNum" as "num" from "userTagDay" where "tagId" = ${id}
        and "day" > (now() at time zone 'Asia/Shanghai')::date - ${days}::int
        and "day" < (now() at time zone 'Asia/Shanghai')::date
      union all select (now() at time zone 'Asia/Shanghai')::date::text, ${tag.userNum}::int order by 1`.execute(
      db,
    )
    return rows
  }),
  read(calls.runList, async (db, who, { tagId, page, limit }) => {
    await readRow(db, who, userTag, tagId)
    const where = [sql<SqlBool>`"tagRun"."tagId" = ${tagId}`]
    return columnsPage(
      db,
      who,
      tagRun,
      tagRunRow,
      { ...unfiltered, page, limit },
      { fresh: true, isDel: 'both', where },
    )
  }),
  read(calls.logList, async (db, who, { uid, tagId, page, limit }) => {
    if (uid !== null) await readRow(db, who, user, uid)
    const scope = scopeCondition(await rowScope(db, who, user), 'u')
    const where = [
      ...(uid === null ? [] : [sql<SqlBool>`"userTagLog"."uid" = ${uid}`]),
      ...(tagId === null ? [] : [sql<SqlBool>`"userTagLog"."tagId" = ${tagId}`]),
      ...(scope === null
        ? []
        : [sql<SqlBool>`exists (select 1 from "user" as u where u."id" = "userTagLog"."uid" and ${scope})`]),
    ]
    return answerPage(
      db,
      who,
      userTagLog,
      calls.logList.answer,
      { ...unfiltered, page, limit },
      {
        fresh: true,
        isDel: 'both',
        where,
      },
    )
  }),
  read(calls.fields, async (db) =>
    [...allConditions(db)].map(([field, facts]) => ({
      field,
      label: facts.label,
      group: facts.group,
      type: facts.type,
      ops: [...opsFor(facts)],
      windows: [...(facts.windows ?? [])],
      choices: (facts.choices ?? []).map(({ value, label }) => ({ value, label })),
      ref: facts.ref ?? '',
      unit: facts.unit ?? '',
      decimals: facts.decimals ?? 0,
      help: facts.help ?? '',
    })),
  ),
  read(calls.told, async (db, who, { conditions }) => ({
    text: await ruleText(db, who, await checkRule(db, who, conditions)),
  })),
  read(calls.preview, (db, who, { conditions }) => previewRule(db, who, conditions)),
  change(calls.run, async (tx, who, { id }) => {
    const tag = await lockRow(tx, userTag, id)
    if (tag.tagType !== AUTOMATIC) throw conflict('手工标签不能计算')
    if (tag.status !== 1) throw conflict('标签已停用，不能计算')
    await runNow(tx, id, who.adminId)
    recordChange(tx, {
      type: userTag.name,
      id,
      title: tag.name,
      before: { 操作: '' },
      after: { 操作: '立即计算' },
    })
  }),
  change(calls.batch, async (tx, _who, { tagId, uids, mode }) => ({
    changed: await hand(tx, mode, uids, [tagId]),
  })),
  own(calls.batchSearch, async (db, who, input) => batchBySearch(db, who, input)),
  change(calls.merge, async (tx, _who, { fromId, toId }) => {
    if (fromId === toId) throw refuse('请选择另一个标签', 'toId')
    // Locked in the order of their ids, as everybody does who takes two.
    for (const id of [fromId, toId].sort((a, b) => a - b)) await lockRow(tx, userTag, id)
    const from = await lockRow(tx, userTag, fromId)
    const to = await lockRow(tx, userTag, toId)
    if (from.mergeToId !== null || to.mergeToId !== null) throw conflict('标签正在合并，不能再次合并')
    await updateRow(tx, userTag, from, { status: 0, mergeToId: toId }, { anyField: true })
    await enqueueJob(tx, MERGE_JOB, { fromId, toId }, { uniqueKey: `${MERGE_JOB}:${fromId}` })
  }),
  change(calls.copy, async (tx, who, { id }) => {
    const {
      name,
      tagGroupId,
      tagType,
      color,
      mark,
      conditions,
      runMode,
      runDay,
      runHour,
      removeMode,
      validDays,
      sort,
    } = await readRow(tx, who, userTag, id)
    const { rows } = await sql<{ name: string }>`select "name" from "userTag" where "isDel" = 0
      and "name" like ${`${name.slice(0, 40).replace(/[\\%_]/g, '\\$&')}%`}`.execute(tx)
    const taken = new Set(rows.map((row) => row.name))
    const base = `${[...name].slice(0, 44).join('')}-副本`
    let free = base
    for (let n = 2; taken.has(free); n++) free = `${base}${n}`
    const rule = {
      tagGroupId,
      tagType,
      color,
      mark,
      conditions,
      runMode,
      runDay,
      runHour,
      removeMode,
      validDays,
      sort,
    }
    // It waits, switched off, until somebody has changed what is to be different.
    const row = await insertRow(tx, userTag, { ...rule, name: free, status: 0 })
    return { id: row.id }
  }),
  change(calls.usersExport, (tx, who, input) => startTask(tx, who, taggedExport, input)),
  change(userTagCalls.give, (tx, _who, { id, tagId }) => hand(tx, 'add', id, tagId)),
  change(userTagCalls.take, (tx, _who, { id, tagId }) => hand(tx, 'remove', id, tagId)),
  read(userTagCalls.tagged, async (db, who, input) => {
    // What another process has just made is not among the names that are kept; the table knows.
    if (!(await tagNameCache.read(db)).has(input.tagId)) await readRow(db, who, userTag, input.tagId)
    return answerPage(
      db,
      who,
      userTagRel,
      userTagCalls.tagged.answer,
      input,
      await taggedOptions(db, who, input),
    )
  }),
  read(userTagCalls.of, (db, who, { uids }) => tagsOfUsers(db, who, uids)),
]
