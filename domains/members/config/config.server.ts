import { sql } from 'kysely'
import { CHANNELS } from '#domains/settings/settings.shared.ts'
import { declareCache, tableCache } from '#kit/server/cache.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { grantOf } from '#kit/server/grant.ts'
import { cleanHtml } from '#kit/server/html/html.ts'
import { joinRows } from '#kit/server/joins.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { referenceErrors } from '#kit/server/rowReferences.ts'
import { findRow, insertRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { cut } from '#kit/shared/characters.ts'
import { type FieldError, notFound, refuse, refuseFields, stale } from '#kit/shared/errors.ts'
import { encodeRow, rowIn, type Shape } from '#kit/shared/field.ts'
import { sameValue } from '#kit/shared/record.ts'
import { configCalls as calls, versionRow } from './config.calls.ts'
import { BEGINNINGS, CONFIGS, type ConfigOf, type ConfigType, OF_CHANNELS } from './config.types.ts'
import { memberConfig } from './memberConfig.entity.ts'

type Fields = Record<string, unknown>

const MOST_CHANGES = 500

const shapeOf = (type: ConfigType): Shape => CONFIGS[type]
const everything = (): boolean => true
const encoded = (type: ConfigType, values: Fields): Fields => encodeRow(shapeOf(type), values, everything)

const keyOf = (type: ConfigType, channelId: number): string => `${type}:${channelId}`

/** The newest version of every group that was saved. */
const configCache = tableCache(
  'memberConfig',
  '会员配置',
  ['memberConfig'],
  async (db) => {
    const { rows } = await sql<{ type: ConfigType; channelId: number; versionNo: number; fields: Fields }>`
      select distinct on ("type", "channelId") "type", "channelId", "versionNo", "fields" from "memberConfig"
      where "isDel" = 0 order by "type", "channelId", "versionNo" desc`.execute(db)
    return new Map(rows.map((row) => [keyOf(row.type, row.channelId), row]))
  },
  { keys: (kept) => kept.keys(), value: (kept, key) => kept.get(key)?.fields },
)

/** The stored values of a shape, typed; what was never saved or no longer fits has its default. */
function valuesOf(type: ConfigType, stored: Fields): Fields {
  const beginnings = BEGINNINGS[type] ?? {}
  return Object.fromEntries(
    Object.entries(shapeOf(type)).map(([name, field]) => {
      const begun = beginnings[name] ?? field.initial ?? field.empty
      if (!(name in stored)) return [name, begun]
      const result = field.schema.safeParse(stored[name])
      return [name, result.success ? result.data : begun]
    }),
  )
}

/**
 * What is set in a group, typed as its fields, with defaults for what nobody set; of a channel where the group differs by
 * channel and this one has its own, else of all of them. Members §3.9.
 */
export async function memberSettings<const T extends ConfigType>(
  db: Db,
  type: T,
  channelId = 0,
): Promise<ConfigOf<T>> {
  const kept = await configCache.read(db)
  const own = OF_CHANNELS.has(type) ? kept.get(keyOf(type, channelId)) : undefined
  const stored = own ?? kept.get(keyOf(type, 0))
  const shape: (typeof CONFIGS)[T] = CONFIGS[type]
  return rowIn(shape, valuesOf(type, stored?.fields ?? {}))
}

function refuseChannel(type: ConfigType, channelId: number): void {
  if (channelId === 0) return
  if (!OF_CHANNELS.has(type)) throw refuse('该配置不分渠道', 'channelId')
  if (!CHANNELS.some((one) => one.value === channelId)) throw refuse('渠道格式不正确', 'channelId')
}

/** What is wrong with the values of a group together. */
function faultsOf(type: ConfigType, values: Fields): FieldError[] {
  if (type === 'stage') {
    const { sleep_days, churn_days } = rowIn(CONFIGS.stage, values)
    if (sleep_days >= churn_days) return [{ field: 'churn_days', message: '流失天数必须大于沉睡天数' }]
  }
  if (type === 'sign') {
    const { sign_cycle, sign_rules } = rowIn(CONFIGS.sign, values)
    return sign_rules.flatMap(({ day }, at) => {
      if (day > sign_cycle)
        return [{ field: `sign_rules.${at}.day`, message: `第几天不能大于周期${sign_cycle}天` }]
      const isTwice = sign_rules.findIndex((one) => one.day === day) < at
      return isTwice ? [{ field: `sign_rules.${at}.day`, message: `第${day}天已填写` }] : []
    })
  }
  if (type === 'found') {
    const { found_rows } = rowIn(CONFIGS.found, values)
    return found_rows.flatMap(({ roleId }, at) =>
      found_rows.findIndex((one) => one.roleId === roleId) < at
        ? [{ field: `found_rows.${at}.roleId`, message: '该角色已填写' }]
        : [],
    )
  }
  return []
}

/** References of a group and of its lines that name nothing. */
async function wrongReferences(tx: Tx, shape: Shape, values: Fields): Promise<FieldError[]> {
  const [errors = []] = await referenceErrors(tx, shape, [values])
  const found = [...errors]
  for (const [name, field] of Object.entries(shape)) {
    const rows = values[name]
    if (field.shape === undefined || !Array.isArray(rows)) continue
    const faults = await referenceErrors(tx, field.shape, rows)
    for (const [at, wrong] of faults.entries())
      found.push(...wrong.map((one) => ({ ...one, field: `${name}.${at}.${one.field}` })))
  }
  return found
}

/** Reads the values of a group as they came; what is wrong stands at its key. */
async function readFields(tx: Tx, type: ConfigType, given: Fields): Promise<Fields> {
  const shape = shapeOf(type)
  const errors: FieldError[] = []
  const values: Fields = {}
  for (const name of Object.keys(given))
    if (!(name in shape)) errors.push({ field: name, message: '未知的配置项' })
  for (const [name, field] of Object.entries(shape)) {
    const result = field.schema.safeParse(given[name])
    if (result.success)
      values[name] = field.type === 'html' ? await cleanHtml(String(result.data), field.label) : result.data
    else
      for (const issue of result.error.issues)
        errors.push({ field: [name, ...issue.path].join('.'), message: issue.message })
  }
  if (errors.length === 0) errors.push(...faultsOf(type, values))
  if (errors.length === 0) errors.push(...(await wrongReferences(tx, shape, values)))
  if (errors.length > 0) throw refuseFields(errors)
  return values
}

/** The labels of what differs between two versions. */
const changesBetween = (type: ConfigType, before: Fields, after: Fields): string =>
  cut(
    Object.entries(shapeOf(type))
      .filter(([name]) => !sameValue(before[name], after[name]))
      .map(([, field]) => field.label)
      .join('、'),
    MOST_CHANGES,
  )

/** Keeps a new version of a group and answers its number; 409 when somebody saved one since it was read. */
async function keep(
  tx: Tx,
  type: ConfigType,
  channelId: number,
  values: Fields,
  version: number | null,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('memberConfig'), hashtext(${keyOf(type, channelId)}))`.execute(
    tx,
  )
  const newest = await tx
    .selectFrom('memberConfig')
    .select(['versionNo', 'fields'])
    .where('type', '=', type)
    .where('channelId', '=', channelId)
    .orderBy('versionNo', 'desc')
    .limit(1)
    .executeTakeFirst()
  const before = newest?.versionNo ?? 0
  if (version !== null && version !== before) throw stale()
  const old = encoded(type, valuesOf(type, newest?.fields ?? {}))
  const fields = encoded(type, values)
  const versionNo = before + 1
  await insertRow(tx, memberConfig, {
    type,
    channelId,
    versionNo,
    fields,
    changes: changesBetween(type, old, fields),
  })
  return versionNo
}

/** Rewards whose ledgers stand in rooms above. Doors §3. */
const REWARDS = [
  { kind: 'integral', label: '积分' },
  { kind: 'coupon', label: '优惠券' },
]

const served: readonly Served[] = [
  read(calls.unkept, async (db) => REWARDS.filter(({ kind }) => grantOf(db, kind) === undefined)),
  read(calls.info, async (db, _who, { type, channelId }) => {
    refuseChannel(type, channelId)
    const stored = (await configCache.read(db)).get(keyOf(type, channelId))
    const values = valuesOf(type, stored?.fields ?? {})
    return {
      type,
      channelId,
      version: stored?.versionNo ?? 0,
      fields: encoded(type, values),
    }
  }),
  change(calls.save, async (tx, _who, { type, channelId, version, fields }) => {
    refuseChannel(type, channelId)
    const values = await readFields(tx, type, fields)
    return { version: await keep(tx, type, channelId, values, version) }
  }),
  read(calls.versions, async (db, who, { type, channelId, page, limit }) => {
    const kept = db.selectFrom('memberConfig').where('type', '=', type).where('channelId', '=', channelId)
    const { n } = await kept.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    const rows = await kept
      .select(['id', 'versionNo', 'createTime', 'createBy', 'changes'])
      .orderBy('versionNo', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    const total = Number(n)
    const list = await joinRows(db, who, versionRow, rows)
    return { list, total, page, limit, totalPage: Math.max(1, Math.ceil(total / limit)) }
  }),
  change(calls.restore, async (tx, _who, { id }) => {
    const row = await findRow(tx, memberConfig, id)
    if (row === undefined) throw notFound()
    const { type, channelId } = row
    // A key that has been declared since then begins with its default.
    const fields = encoded(type, valuesOf(type, row.fields))
    const values = await readFields(tx, type, fields)
    return { version: await keep(tx, type, channelId, values, null) }
  }),
]

export const configServer: ServerPart = { served, registers: [declareCache(configCache)] }
