import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { baseForm, settingsOf } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { type Figures, sharedRowFigures } from '#kit/server/figures.ts'
import { answerPage } from '#kit/server/list.ts'
import { insertRow, insertRows, readRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { maskedName } from '../members.rules.ts'
import { inviteCalls as calls, openInviteCheck } from './invite.calls.ts'
import { CODE_OWNERS, invitationCode, inviteRecord } from './invite.entity.ts'
import { codeFault, codeOf, firstRateOf, inviteLink, normalCode } from './invite.rules.ts'

type Code = EntityRow<typeof invitationCode>

const RANDOM_BYTES = 8
const CUSTOMER_LEVEL = 3
/** One in a million million codes is taken; twice in a row is nobody's luck. */
const TRIES = 5

/** The code of a row somebody knows the code of, however they typed it. */
export const codeRow = (db: Db, code: string): Promise<Code | undefined> =>
  db
    .selectFrom('invitationCode')
    .selectAll()
    .where(sql<boolean>`lower("code") = lower(${normalCode(code)})`)
    .where('isDel', '=', 0)
    .executeTakeFirst()

/** Codes nobody has, so many of them. */
export async function freshCodes(tx: Tx, num: number): Promise<string[]> {
  const found = new Set<string>()
  for (let round = 0; round < TRIES && found.size < num; round++) {
    const tried = new Set<string>()
    while (found.size + tried.size < num) tried.add(codeOf(randomBytes(RANDOM_BYTES)))
    const taken = await tx
      .selectFrom('invitationCode')
      .select('code')
      .where(
        sql<boolean>`lower("code") = any(${sql.val([...tried].map((one) => one.toLowerCase()))}::text[])`,
      )
      .where('isDel', '=', 0)
      .execute()
    const known = new Set(taken.map((one) => one.code))
    for (const one of tried) if (!known.has(one)) found.add(one)
  }
  return [...found]
}

/** Refuses what does not fit together and completes what is to be stored of a code. */
async function prepareCode(tx: Tx, values: Partial<Code>, before: Code | null): Promise<Partial<Code>> {
  const row = { maxNum: 0, usedNum: 0, ...before, ...values }
  const type = row.codeType ?? 1
  const owner = type in CODE_OWNERS ? (row.ownerId ?? null) : null
  if (type in CODE_OWNERS && owner === null) throw refuse('请选择归属人', 'ownerId')
  if (row.startTime && row.endTime && row.endTime <= row.startTime)
    throw refuse('结束时间须晚于开始时间', 'endTime')
  if (before !== null && row.maxNum > 0 && row.maxNum < before.usedNum)
    throw refuse(`使用上限不能小于已用次数${before.usedNum}`, 'maxNum')
  if (row.levelId && row.levelId !== before?.levelId) await checkCustomerLevel(tx, row.levelId)
  if (type === 4 && owner !== null && owner !== before?.ownerId) await refuseSecond(tx, owner)
  const given = normalCode(row.code ?? '')
  const code = given !== '' ? given : (await freshCodes(tx, 1))[0]
  if (code === undefined) throw conflict('邀请码生成失败，请重试')
  return { ...values, code, ownerId: owner }
}

/** 422 at `field` unless the level is one that is given to customers by hand (type 3). Members §5.2, §5.3. */
export async function checkCustomerLevel(tx: Tx, levelId: number, field = 'levelId'): Promise<void> {
  const found = await tx
    .selectFrom('systemUserLevel')
    .select('levelType')
    .where('id', '=', levelId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (found?.levelType !== CUSTOMER_LEVEL) throw refuse('请选择客户等级', field)
}

async function refuseSecond(tx: Tx, uid: number): Promise<void> {
  const held = await tx
    .selectFrom('invitationCode')
    .select('code')
    .where('codeType', '=', 4)
    .where('ownerId', '=', uid)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (held !== undefined) throw refuse(`该会员已有邀请码${held.code}`, 'ownerId')
}

/** Of a code: how many came and ordered, and what they have spent. */
const BROUGHT = `select count(*) || '/' || count(r."firstOrderTime") || '/' || coalesce(sum(u."netAmount"), 0)
  from "inviteRecord" r join "user" u on u."id" = r."uid" where r."codeId" = "invitationCode"."id"`

const broughtIn = (told: string): { came: number; ordered: number; net: number } => {
  const [came = 0, ordered = 0, net = 0] = told.split('/').map(Number)
  return { came, ordered, net }
}

const figures: Figures = sharedRowFigures(invitationCode, BROUGHT, {
  registerNum: (told) => broughtIn(told).came,
  firstNum: (told) => broughtIn(told).ordered,
  firstRate(told) {
    const { came, ordered } = broughtIn(told)
    return firstRateOf(came, ordered)
  },
  netAmount: (told) => broughtIn(told).net,
})

export const invitePart = standardHandlers(invitationCode, calls, {
  chosen: 'any',
  label: 'code',
  figures,
  joined: true,
  prepare: prepareCode,
  async deleting(_tx, row) {
    if (row.usedNum > 0) throw conflict('邀请码已被使用，不能删除，可以停用')
  },
})

/** Where a code leads, with the address of the shop for those without a landing page. */
async function linksOf(db: Db, rows: readonly Code[]): Promise<Map<number, string>> {
  const { site_url: site } = await settingsOf(db, baseForm)
  return new Map(rows.map((row) => [row.id, inviteLink(row.linkUrl, site, row.code)]))
}

export const inviteServed: readonly Served[] = [
  ...invitePart.served,
  change(calls.batch, async (tx, _who, { num, ...given }) => {
    // The first is checked like one that is made alone; the others differ from it in their code.
    const first = await insertRow(tx, invitationCode, await prepareCode(tx, given, null))
    if (first.codeType === 4 && num > 1) throw refuse('每位会员只有一个邀请码', 'num')
    const { id: _id, createTime: _made, updateTime: _changed, version: _version, ...same } = first
    const codes = await freshCodes(tx, num - 1)
    if (codes.length < num - 1) throw conflict('邀请码生成失败，请重试')
    await insertRows(
      tx,
      invitationCode,
      codes.map((code) => ({ ...same, code })),
    )
    return { num }
  }),
  read(calls.check, async (db, _who, { code }) => {
    const row = await codeRow(db, code)
    return { id: row?.id ?? 0, name: row?.name ?? '', fault: codeFault(row, new Date()) ?? '' }
  }),
  read(calls.qrcode, async (db, who, { id }) => {
    const row = await readRow(db, who, invitationCode, id)
    const links = await linksOf(db, [row])
    return { code: row.code, name: row.name, link: links.get(id) ?? '' }
  }),
  read(calls.cards, async (db, who, { ids }) => {
    const rows: Code[] = []
    for (const id of ids) rows.push(await readRow(db, who, invitationCode, id))
    const links = await linksOf(db, rows)
    return rows.map(({ id, code, name, endTime }) => ({ id, code, name, endTime, link: links.get(id) ?? '' }))
  }),
  read(calls.records, async (db, who, { codeId, inviterUid, ...asked }) =>
    answerPage(db, who, inviteRecord, calls.records.answer, asked, {
      where: [
        ...(codeId === null ? [] : [sql<boolean>`"inviteRecord"."codeId" = ${codeId}`]),
        ...(inviterUid === null ? [] : [sql<boolean>`"inviteRecord"."inviterUid" = ${inviterUid}`]),
      ],
    }),
  ),
  read(openInviteCheck, async (db, _who, { code }) => {
    const row = await codeRow(db, code)
    const reason = codeFault(row, new Date()) ?? ''
    return { valid: reason === '', reason, inviter: reason === '' ? await inviterName(db, row) : '' }
  }),
]

async function inviterName(db: Db, row: Code | undefined): Promise<string> {
  if (row?.codeType !== 4 || row.ownerId === null) return ''
  const found = await db
    .selectFrom('user')
    .select('nickname')
    .where('id', '=', row.ownerId)
    .executeTakeFirst()
  return maskedName(found?.nickname ?? '')
}
