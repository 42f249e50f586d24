import { isIP } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { asSystem, keepApart, transactionOf } from '#kit/server/transaction.ts'
import { refuse } from '#kit/shared/errors.ts'
import {
  BLACK,
  BY_ADDRESS,
  BY_DEVICE,
  BY_IP,
  BY_OPENID,
  BY_PHONE,
  BY_USER,
  type NameScene,
  WHITE,
} from './nameList.entity.ts'

/** What is known of whoever asks; what is not known is left out. */
export interface NameFacts {
  uid?: number | null
  phone?: string
  openid?: string
  device?: string
  ip?: string
  address?: string
}

/** A row of the lists that somebody is on. */
export interface Listed {
  id: number
  listType: number
  objectType: number
  objectValue: string
  reason: string
}

const plain = (address: string): string => address.replace(/\s+/g, '')

/** The network of a row, for the index; null where its object is no network. */
export const NETWORK = sql`(case when "objectType" = 5 then "objectValue"::cidr end)`

/** The rows in force of a scene that somebody is on, white ones first. */
export async function listedFor(db: Db, scene: NameScene, facts: NameFacts): Promise<Listed[]> {
  const ways: RawBuilder<unknown>[] = []
  const exactly = (type: number, value: string | undefined) => {
    if (value !== undefined && value !== '')
      ways.push(sql`("objectType" = ${type} and "objectValue" = ${value})`)
  }
  if (facts.uid) {
    exactly(BY_USER, String(facts.uid))
    // Whoever is known by number and phone is on a list by either of them.
    if (facts.phone === undefined)
      ways.push(sql`("objectType" = ${BY_PHONE} and "objectValue" =
        (select "phone" from "user" where "id" = ${facts.uid} and "phone" <> ''))`)
  }
  exactly(BY_PHONE, facts.phone)
  exactly(BY_OPENID, facts.openid)
  exactly(BY_DEVICE, facts.device)
  const ip = (facts.ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(ip) !== 0) ways.push(sql`("objectType" = ${BY_IP} and ${NETWORK} >>= ${ip}::inet)`)
  const address = plain(facts.address ?? '')
  if (address !== '')
    ways.push(sql`("objectType" = ${BY_ADDRESS} and position("objectValue" in ${address}) > 0)`)
  if (ways.length === 0) return []
  const parts = ways.map(
    (way) => sql`select "id", "listType", "objectType", "objectValue", "reason" from "nameList"
      where "isDel" = 0 and "status" = 1 and ${way} and "scenes" @> array[${scene}]::int[]
        and ("startTime" is null or "startTime" <= now()) and ("endTime" is null or "endTime" > now())`,
  )
  const { rows } = await sql<Listed>`select distinct * from (${sql.join(parts, sql` union all `)}) as l
    order by "listType", "id"`.execute(db)
  return rows
}

/** Whether somebody is on the white list of a scene: the ticket where only those may register. Members §3.9, §5.1. */
export async function isWhite(db: Db, scene: NameScene, facts: NameFacts): Promise<boolean> {
  return (await listedFor(db, scene, facts)).some((row) => row.listType === WHITE)
}

const SHUT = '操作异常，请联系客服'
const NO_ORDER = '当前账号暂不能下单，请联系客服'
const ORDERS = 2

/** What a person who is stopped reads; never why. */
export const refusalText = (scene: NameScene): string => (scene === ORDERS ? NO_ORDER : SHUT)

async function noteHit(tx: Tx, row: Listed, scene: NameScene, { uid, ip = '' }: NameFacts): Promise<void> {
  await sql`insert into "nameHit" ("nameId", "scene", "uid", "value", "ip")
    values (${row.id}, ${scene}, ${uid ?? null}, ${row.objectValue}, ${ip})`.execute(tx)
  await sql`update "nameList" set "hitNum" = "hitNum" + 1, "lastHitTime" = now() where "id" = ${row.id}`.execute(
    tx,
  )
}

/**
 * Stops whoever is on the black list of a scene and not on its white list: 422 操作异常，请联系客服, in scene 2
 * 当前账号暂不能下单，请联系客服. A hit is written in a transaction of its own, which stands whatever becomes of the caller's.
 * Answers whether a white row let them pass: of scene 3 and 4 it passes marketing's risk guard as well. Doors §4, Members §5.1.
 */
export async function checkName(db: Db, scene: NameScene, facts: NameFacts): Promise<{ white: boolean }> {
  const rows = await listedFor(db, scene, facts)
  if (rows.some((row) => row.listType === WHITE)) return { white: true }
  const black = rows.find((row) => row.listType === BLACK)
  if (black === undefined) return { white: false }
  const note = (tx: Tx) => noteHit(tx, black, scene, facts)
  if (db.isTransaction) keepApart(transactionOf(db), note)
  else await asSystem(db, note)
  throw refuse(refusalText(scene))
}
