import { sql } from 'kysely'
import { checkCode, declareScene, notify } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import { nextNumber } from '#kit/server/number.ts'
import { noCustomer } from '#kit/server/openCaller.ts'
import { insertRow, lockRow, readRow } from '#kit/server/rows.ts'
import { change, own, read, type Served } from '#kit/server/serve.ts'
import { serveDocument } from '#kit/server/serveDocument.ts'
import { actorOf, inTransaction } from '#kit/server/transaction.ts'
import { theSystem } from '#kit/server/who.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { guardState } from '#kit/shared/states.ts'
import { formatDate, toSeconds } from '#kit/shared/time.ts'
import { lockMember, readMember } from '../level/member.server.ts'
import { user } from '../user/user.entity.ts'
import { beginCooling, holdingsOf, refuseGuarded, runErase, takeBack } from './eraseUser.server.ts'
import { startData } from './personalData.server.ts'
import {
  eraseCalls as calls,
  eraseDocument,
  eraseStates,
  openEraseCalls,
  userErase,
} from './userErase.document.ts'
import { dropSnapshots } from './userMerge.server.ts'

const SCENE = 'customerErase'

export const eraseScene = declareScene({
  mark: 'eraseAsked',
  type: '注销受理',
  description: '注销申请进入冷静期时告知用户',
  sendType: 1,
  channels: ['sms'],
  content: '您的注销申请（{eraseNo}）已受理，将于{day}完成，期间登录可撤销',
})

/** Refuses who cannot be forgotten now: gone already, or asked before. */
async function refuseOpen(db: Db, uid: number, except = 0): Promise<void> {
  await readMember(db, uid)
  const open = await db
    .selectFrom('userErase')
    .select('eraseNo')
    .where('uid', '=', uid)
    .where('eraseStatus', 'in', [-1, 0, 1, 5])
    .where('id', '<>', except)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (open !== undefined) throw conflict(`该用户已有注销单${open.eraseNo}`)
}

/** What is lost by it has to be agreed to. */
async function refuseUnagreed(db: Db, uid: number, agreed: 0 | 1): Promise<void> {
  const { forfeits } = await holdingsOf(db, uid)
  if (agreed === 0 && forfeits.length > 0)
    throw refuse(`请确认放弃${forfeits.map((one) => one.text).join('、')}`, 'agreed')
}

export const erasePart = serveDocument(eraseDocument, {
  returned: 'eraseStatus=5',
  async prepare(tx, values, before) {
    const row = { agreed: 0 as const, ...before, ...values }
    const uid = row.uid ?? 0
    if (before !== null && uid !== before.uid) throw refuse('用户不能修改，请新增注销单', 'uid')
    await readRow(tx, actorOf(tx), user, uid)
    if (before === null) await refuseOpen(tx, uid)
    return values
  },
  async complete(tx, row) {
    await refuseOpen(tx, row.uid, row.id)
    await refuseGuarded(tx, row.uid)
    await refuseUnagreed(tx, row.uid, row.agreed)
  },
  async moved(tx, row) {
    if (row.auditStatus === 1) return
    const eraseStatus = row.auditStatus === -1 ? -1 : row.auditStatus === 2 ? 2 : 0
    await tx.updateTable('userErase').set({ eraseStatus }).where('id', '=', row.id).execute()
  },
  async approved(tx, row) {
    await lockMember(tx, row.uid)
    await refuseGuarded(tx, row.uid)
    const now = await beginCooling(tx, await lockRow(tx, userErase, row.id, { anyScope: true }))
    await tellAsked(tx, now)
  },
  process: {
    fields: [{ name: 'source', label: '来源' }],
    vars: (_tx, row) => ({ source: row.source }),
  },
})

type Cooling = { uid: number; eraseNo: string; coolUntil: Date | null }

const tellAsked = (tx: Parameters<typeof notify>[0], { uid, eraseNo, coolUntil }: Cooling) =>
  notify(
    tx,
    'eraseAsked',
    [{ kind: 'user', id: uid }],
    { eraseNo, day: coolUntil === null ? '' : formatDate(toSeconds(coolUntil)) },
    eraseNo,
  )

/** An erasure of the consumer who asks that can be taken back. */
const openOf = (db: Db, uid: number) =>
  db
    .selectFrom('userErase')
    .select('id')
    .where('uid', '=', uid)
    .where('eraseStatus', 'in', [1, 5])
    .where('isDel', '=', 0)
    .executeTakeFirst()

export const eraseServed: readonly Served[] = [
  ...erasePart.served,
  read(calls.guards, async (db, who, { uid }) => {
    await readRow(db, who, user, uid)
    const { guards, forfeits } = await holdingsOf(db, uid)
    const told = (list: typeof guards) => list.map(({ text, to = '' }) => ({ text, to }))
    return { guards: told(guards), forfeits: told(forfeits) }
  }),
  change(calls.cancel, async (tx, who, { id, reason }) => {
    const { uid } = await readRow(tx, who, userErase, id)
    await lockMember(tx, uid)
    const row = await lockRow(tx, userErase, id)
    guardState(eraseStates, 'cancel', row.eraseStatus)
    await takeBack(tx, row, reason)
  }),
  own(calls.run, async (db, who, { id }) => {
    const row = await readRow(db, who, userErase, id)
    guardState(eraseStates, 'run', row.eraseStatus)
    if (row.steps.length === 0) await refuseGuarded(db, row.uid)
    await runErase(db, who, id)
  }),
  change(calls.data, startData),
  own(openEraseCalls.erase, async (db, who, { code, reason, agreed }) => {
    const { uid } = who
    if (uid === undefined) throw noCustomer()
    const found = await db.selectFrom('user').select('phone').where('id', '=', uid).executeTakeFirst()
    if (found === undefined) throw notFound('用户不存在')
    if (found.phone === '') throw refuse('请先绑定手机号', 'phone')
    await checkCode(db, found.phone, SCENE, code)
    const eraseNo = await nextNumber(db, 'ZX')
    const row = await inTransaction(db, who, async (tx) => {
      await lockMember(tx, uid)
      await refuseOpen(tx, uid)
      await refuseGuarded(tx, uid)
      await refuseUnagreed(tx, uid, agreed)
      const made = await insertRow(
        tx,
        userErase,
        {
          ...{ eraseNo, uid, agreed, source: 1, auditStatus: 1, evidence: [] },
          reason: reason || '用户申请',
        },
        { anyScope: true },
      )
      const cooling = await beginCooling(tx, made)
      await tellAsked(tx, cooling)
      return cooling
    })
    return { eraseNo, coolUntil: row.coolUntil === null ? 0 : toSeconds(row.coolUntil) }
  }),
  change(openEraseCalls.cancel, async (tx, { uid }) => {
    if (uid === undefined) throw noCustomer()
    await lockMember(tx, uid)
    const open = await openOf(tx, uid)
    if (open === undefined) throw conflict('没有可撤销的注销申请')
    await takeBack(tx, await lockRow(tx, userErase, open.id, { anyScope: true }), '用户撤销')
    return { cancelled: true as const }
  }),
]

/** Runs erasures whose time to be taken back is over, and drops what was kept for a time. Members §16. */
export const eraseJob = {
  name: 'members.erase.run',
  title: '执行到期注销',
  group: 'SYSTEM',
  cron: '0 30 1 * * *',
  async run(db: Db, _params: Record<string, unknown>, signal: AbortSignal): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      select "id" from "userErase" where "isDel" = 0 and "eraseStatus" in (1, 5) and "coolUntil" <= now()
      order by "id"`.execute(db)
    let done = 0
    for (const { id } of rows) {
      if (signal.aborted) break
      if ((await runErase(db, theSystem, id, signal)) === 4) done++
    }
    await inTransaction(db, theSystem, async (tx) => {
      await dropSnapshots(tx)
      await tx.deleteFrom('erasedPhone').where('keepUntil', '<', new Date()).execute()
    })
    return done
  },
} as const
