import { type SqlBool, sql } from 'kysely'
import type { ConsumerMerge } from '#kit/server/consumers.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { listOf } from '#kit/server/fileTask.ts'
import { importEntity } from '#kit/server/importEntity.ts'
import { columnsPage } from '#kit/server/list.ts'
import { isNetwork } from '#kit/server/network.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { insertRow, lockRow, readRow, updateRow, wholeRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { servedCounts } from '#kit/server/tabCounts.ts'
import { demand } from '#kit/server/who.ts'
import { unfiltered } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { type FieldError, refuse, refuseFields } from '#kit/shared/errors.ts'
import { isMobile } from '#kit/shared/text.ts'
import { isWhite, listedFor, refusalText } from './check.server.ts'
import { nameListCalls as calls } from './nameList.calls.ts'
import {
  BLACK,
  BY_ADDRESS,
  BY_IP,
  BY_PHONE,
  BY_USER,
  LIST_TYPES,
  nameHit,
  nameHitRow,
  nameList,
  OBJECT_TYPES,
} from './nameList.entity.ts'

type Name = EntityRow<typeof nameList>

/** So much of an address must be told: a shorter one would stop whole towns. */
const LEAST_ADDRESS = 6

/** An object as it is kept and compared; null where it is none of its type. */
function objectOf(type: number, given: string): string | null {
  const value = given.trim()
  if (type === BY_USER) return /^[1-9]\d{0,9}$/.test(value) && Number(value) < 2 ** 31 ? value : null
  if (type === BY_PHONE) return isMobile(value) ? value : null
  if (type === BY_IP) return isNetwork(value) ? value : null
  if (type === BY_ADDRESS) {
    const address = value.replace(/\s+/g, '')
    return address.length >= LEAST_ADDRESS ? address : null
  }
  return /^[\w.:-]{4,100}$/.test(value) ? value : null
}

const labelIn = (list: readonly { value: number; label: string }[], value: number): string =>
  list.find((one) => one.value === value)?.label ?? ''

/** The same network is written in one way, so that it is found to be there already. */
async function plainNetwork(db: Db, value: string): Promise<string> {
  const { rows } = await sql<{ net: string }>`select network(${value}::inet)::cidr::text as "net"`.execute(db)
  return rows[0]?.net ?? value
}

/** The user an object names, if there is one. */
async function userOf(db: Db, type: number, value: string): Promise<number | null> {
  if (type !== BY_USER && type !== BY_PHONE) return null
  const { rows } = await sql<{ id: number }>`select "id" from "user" where ${
    type === BY_USER ? sql`"id" = ${Number(value)}` : sql`"phone" = ${value} and "lifeStatus" in (0, 1)`
  } and "isDel" = 0`.execute(db)
  return rows[0]?.id ?? null
}

/** What a row says, checked by itself: its object as it is kept, and whom it names. */
async function checkedName(db: Db, values: Partial<Name>, before: Name | null) {
  const { objectType, objectValue: given, startTime, endTime } = wholeRow(nameList, before, values)
  const errors: FieldError[] = []
  if (startTime && endTime && endTime <= startTime)
    errors.push({ field: 'endTime', message: '结束时间必须晚于开始时间' })
  const found = objectOf(objectType, given)
  if (found === null)
    errors.push({ field: 'objectValue', message: `${labelIn(OBJECT_TYPES, objectType)}格式不正确` })
  const objectValue = found !== null && objectType === BY_IP ? await plainNetwork(db, found) : (found ?? '')
  const uid = found === null ? null : await userOf(db, objectType, objectValue)
  if (found !== null && objectType === BY_USER && uid === null)
    errors.push({ field: 'objectValue', message: '用户不存在' })
  if (errors.length > 0) throw refuseFields(errors)
  return { objectValue, uid }
}

async function prepare(tx: Tx, values: Partial<Name>, before: Name | null): Promise<Partial<Name>> {
  const { listType, objectType } = wholeRow(nameList, before, values)
  const { objectValue, uid } = await checkedName(tx, values, before)
  // Whoever saves the same row at the same moment waits here, and is told.
  const key = `${listType} ${objectType} ${objectValue}`
  await sql`select pg_advisory_xact_lock(hashtext('members.nameList'), hashtext(${key}))`.execute(tx)
  const { rows } = await sql`select 1 from "nameList" where "isDel" = 0 and "listType" = ${listType}
    and "objectType" = ${objectType} and "objectValue" = ${objectValue} and "id" <> ${before?.id ?? 0}`.execute(
    tx,
  )
  if (rows.length > 0) throw refuse(`该对象已在${labelIn(LIST_TYPES, listType)}中`, 'objectValue')
  return { ...values, objectValue, uid }
}

/** Puts users on the black list, each by a row of its own. 422 of one who stands on it. Members §2.3. */
export async function addToBlack(
  tx: Tx,
  uids: readonly number[],
  facts: Pick<Name, 'scenes' | 'reason' | 'startTime' | 'endTime'>,
): Promise<void> {
  for (const uid of uids) {
    const values = { ...facts, listType: BLACK, objectType: BY_USER, objectValue: String(uid) } as const
    await insertRow(tx, nameList, await prepare(tx, values, null))
  }
}

export const nameMaster = standardHandlers(
  nameList,
  { ...calls, status: undefined },
  { prepare, joined: true },
)

/** 名单 by type and object; at most 50,000 rows. Members §5.1, §15. */
export const nameImport = importEntity(nameList, {
  permission: calls.save.permission,
  source: listOf(nameList.name, calls.exportRows),
  key: ['listType', 'objectType', 'objectValue'],
  columns: ['listType', 'objectType', 'objectValue', 'scenes', 'reason', 'startTime', 'endTime'],
  examples: {
    listType: '黑名单',
    objectType: '手机号',
    objectValue: '13800138000',
    scenes: '下单、领券抽奖',
    reason: '恶意下单',
  },
  notes: ['对象为用户时填写用户ID，IP段如 121.40.1.0/24，收货地址至少6个字'],
  async verify(db, who, values, before) {
    if (before !== null) demand(who, calls.update.permission)
    await checkedName(db, values, before)
  },
  prepare,
})

export const nameServed = [
  ...nameMaster.served,
  servedCounts(calls.counts, nameList, 'listType', { 1: [1], 2: [2] }),
  change(calls.status, async (tx, _who, { id, status }) => {
    const row = await lockRow(tx, nameList, id)
    if (row.status !== status) await updateRow(tx, nameList, row, { status })
  }),
  read(calls.hits, async (db, who, { nameId, page, limit }) => {
    await readRow(db, who, nameList, nameId)
    const where = [sql<SqlBool>`"nameHit"."nameId" = ${nameId}`]
    return columnsPage(
      db,
      who,
      nameHit,
      nameHitRow,
      { ...unfiltered, page, limit },
      { fresh: true, isDel: 'both', where },
    )
  }),
  read(calls.check, async (db, _who, { scene, uid, phone, openid, device, ip, address }) => {
    const facts = { uid, openid, device, ip, address, ...(phone === '' ? {} : { phone }) }
    const rows = await listedFor(db, scene, facts)
    const white = await isWhite(db, scene, facts)
    const black = rows.some((row) => row.listType === BLACK)
    const result = white ? 'white' : black ? 'black' : 'none'
    return {
      result,
      text:
        result === 'black'
          ? refusalText(scene)
          : result === 'white'
            ? '在白名单中，可以通过'
            : '不在名单中，可以通过',
      hits: rows.map(({ id, listType, objectType, reason }) => ({ id, listType, objectType, reason })),
    }
  }),
]

/** Rows whose time is over are switched off, so that the lists show what counts. Members §16 name.expire. */
export const nameExpire: JobDefinition = {
  name: 'members.name.expire',
  title: '停用到期的名单',
  cron: '0 10 0 * * *',
  light: true,
  async run(db) {
    const { numAffectedRows = 0n } = await sql`update "nameList" set "status" = 0, "updateTime" = now(),
      "version" = "version" + 1 where "isDel" = 0 and "status" = 1 and "endTime" < now()`.execute(db)
    return Number(numAffectedRows)
  },
}

/** Who was on a list stays on it as the one merged into, unless that one is on it already. */
export const namesMerge: ConsumerMerge = {
  title: '名单',
  async merge(tx, from, to) {
    await sql`update "nameList" a set "isDel" = 1, "updateTime" = now() where a."isDel" = 0 and a."objectType" = ${BY_USER}
      and a."objectValue" = ${String(from)} and exists (select 1 from "nameList" b where b."isDel" = 0
        and b."listType" = a."listType" and b."objectType" = ${BY_USER} and b."objectValue" = ${String(to)})`.execute(
      tx,
    )
    const moved = await sql`update "nameList" set "uid" = ${to},
      "objectValue" = case when "objectType" = ${BY_USER} then ${String(to)} else "objectValue" end
      where "uid" = ${from} and "isDel" = 0`.execute(tx)
    return Number(moved.numAffectedRows ?? 0)
  },
}
