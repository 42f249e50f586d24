import { sql } from 'kysely'
import { keepStaffStores } from '#domains/access/access.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { exportEntity } from '#kit/server/exportEntity.ts'
import { answerPage, answerRow } from '#kit/server/list.ts'
import { deleteRow, insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read } from '#kit/server/serve.ts'
import { startTask } from '#kit/server/tasks/start.ts'
import { touch } from '#kit/server/transaction.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { dayStart, zonedTime } from '#kit/shared/time.ts'
import { store } from './store.entity.ts'
import { storeOrders } from './storeOrders.server.ts'
import { MANAGER, storeStaff } from './storeStaff.entity.ts'
import { staffCalls as calls, staffRow } from './stores.calls.ts'

type StaffRow = EntityRow<typeof storeStaff>

function startOfMonth(now: Date): Date {
  const { year, month } = zonedTime(now)
  return dayStart(year, month, 1)
}

/** Adds how much members of staff verified this month. */
async function withVerified<R extends Pick<StaffRow, 'uid' | 'storeId'>>(db: Db, rows: readonly R[]) {
  if (rows.length === 0) return []
  const storeIds = [...new Set(rows.map((row) => row.storeId))]
  const verified = await storeOrders(db).verified(db, storeIds, startOfMonth(new Date()))
  return rows.map((row) => ({ ...row, verified: verified.get(`${row.storeId}:${row.uid}`) ?? 0 }))
}

/** Locks the stores in the order of their ids, within the person's scope: who stands in them is checked under this lock. */
async function lockStores(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) await lockRow(tx, store, id)
}

async function checkPlaces(tx: Tx, row: Partial<StaffRow>, exceptId: number): Promise<void> {
  const others = await tx
    .selectFrom('storeStaff')
    .select(['uid', 'staffName', 'roleType', 'status'])
    .where('storeId', '=', row.storeId ?? 0)
    .where('id', '<>', exceptId)
    .where('isDel', '=', 0)
    .execute()
  if (others.some((one) => one.uid === row.uid)) throw refuse('该员工已是此门店店员', 'uid')
  const manager = others.find((one) => one.roleType === MANAGER && one.status === 1)
  if (row.roleType === MANAGER && row.status !== 0 && manager !== undefined)
    throw refuse(`该门店已有店长${manager.staffName}，请先调整其岗位`, 'roleType')
}

/** What follows from the rows of a store: its 店长, and the stores its people see. */
async function follow(tx: Tx, storeIds: readonly number[], uids: readonly number[]): Promise<void> {
  for (const storeId of new Set(storeIds))
    await sql`update "store" set "managerId" = (select "uid" from "storeStaff" where "storeId" = ${storeId}
        and "roleType" = ${MANAGER} and "status" = 1 and "isDel" = 0)
      where "id" = ${storeId}`.execute(tx)
  touch(tx, store.name)
  for (const uid of new Set(uids)) {
    const rows = await tx
      .selectFrom('storeStaff')
      .select('storeId')
      .where('uid', '=', uid)
      .where('status', '=', 1)
      .where('isDel', '=', 0)
      .orderBy('storeId')
      .execute()
    await keepStaffStores(
      tx,
      uid,
      rows.map((row) => row.storeId),
    )
  }
}

/** Somebody can no longer sign in: they stand in no store any more. Catalog §5. */
export async function leaveStores(tx: Tx, adminId: number): Promise<void> {
  const rows = await tx
    .selectFrom('storeStaff')
    .selectAll()
    .where('uid', '=', adminId)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of rows) await updateRow(tx, storeStaff, row, { status: 0 })
  await follow(
    tx,
    rows.map((row) => row.storeId),
    [adminId],
  )
}

const exporting = exportEntity(storeStaff, calls.exportRows, {
  joined: staffRow,
  enrich: async (db, rows) =>
    withVerified(
      db,
      rows.map((row) => ({ ...row, uid: Number(row.uid), storeId: Number(row.storeId) })),
    ),
})

export const staffTasks = [exporting]

export const staffServed = [
  read(calls.list, async (db, who, input) => {
    const isCounted = input.fields === '' || input.fields.split(',').includes('verified')
    const fields = isCounted && input.fields !== '' ? `${input.fields},uid,storeId` : input.fields
    const page = await answerPage(db, who, storeStaff, calls.list.answer, { ...input, fields })
    return isCounted ? { ...page, list: await withVerified(db, page.list) } : page
  }),
  read(calls.info, async (db, who, { id }) => {
    const row = await answerRow(db, who, storeStaff, calls.info.answer, id)
    const [whole = row] = await withVerified(db, [row])
    return whole
  }),
  change(calls.save, async (tx, _who, input) => {
    await lockStores(tx, [input.storeId])
    await checkPlaces(tx, input, 0)
    const row = await insertRow(tx, storeStaff, input)
    await follow(tx, [row.storeId], [row.uid])
    return { id: row.id }
  }),
  change(calls.update, async (tx, who, { id, version, ...values }) => {
    const { storeId } = await readRow(tx, who, storeStaff, id)
    await lockStores(tx, [storeId, values.storeId ?? storeId])
    const before = await lockRow(tx, storeStaff, id, { version })
    await checkPlaces(tx, { ...before, ...values }, id)
    const row = await updateRow(tx, storeStaff, before, values)
    await follow(tx, [before.storeId, row.storeId], [before.uid, row.uid])
  }),
  change(calls.status, async (tx, who, { id, status }) => {
    const { storeId } = await readRow(tx, who, storeStaff, id)
    await lockStores(tx, [storeId])
    const row = await lockRow(tx, storeStaff, id)
    if (row.status === status) return
    if (status === 1) await checkPlaces(tx, { ...row, status }, id)
    await updateRow(tx, storeStaff, row, { status })
    await follow(tx, [row.storeId], [row.uid])
  }),
  change(calls.remove, async (tx, who, { id }) => {
    const { storeId } = await readRow(tx, who, storeStaff, id)
    await lockStores(tx, [storeId])
    const row = await lockRow(tx, storeStaff, id)
    await deleteRow(tx, storeStaff, row)
    await follow(tx, [row.storeId], [row.uid])
  }),
  change(calls.exportRows, (tx, who, input) => startTask(tx, who, exporting, input)),
]
