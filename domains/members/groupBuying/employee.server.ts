import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { findRow, insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { lockMember } from '../level/member.server.ts'
import { groupBuyEmployee, groupBuying, type JoinMode } from './groupBuying.entity.ts'
import { type Employee, endEmployee, type Group, isInForce, settleEmployee } from './groupLevel.server.ts'

const ACTIVE: Employee['status'][] = [1, 2]

/** The company of an employee, locked: how many people it has is counted under this lock. */
export async function lockGroup(tx: Tx, id: number, options: { anyScope?: boolean } = {}): Promise<Group> {
  return lockRow(tx, groupBuying, id, options)
}

/** 422 名额已满 when no place is left beside those taken by others. Members §14. */
export async function takePlace(tx: Tx, group: Group, except = 0): Promise<void> {
  if (group.maxPeople === 0) return
  const { n } = await tx
    .selectFrom('groupBuyEmployee')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('groupBuyingId', '=', group.id)
    .where('status', 'in', ACTIVE)
    .where('id', '<>', except)
    .where('isDel', '=', 0)
    .executeTakeFirstOrThrow()
  if (Number(n) >= group.maxPeople) throw refuse('名额已满', 'phone')
}

/** 422 at the field that another employee of the company has already. */
export async function refuseTwin(
  tx: Tx,
  groupBuyingId: number,
  { phone, empNo }: Pick<Employee, 'phone' | 'empNo'>,
  except = 0,
): Promise<void> {
  const twins = await tx
    .selectFrom('groupBuyEmployee')
    .select(['phone', 'empNo'])
    .where('groupBuyingId', '=', groupBuyingId)
    .where((where) => where.or([where('phone', '=', phone), sql<boolean>`lower("empNo") = lower(${empNo})`]))
    .where('id', '<>', except)
    .where('isDel', '=', 0)
    .execute()
  if (twins.some((one) => one.empNo.toLowerCase() === empNo.toLowerCase()))
    throw refuse('该工号已存在', 'empNo')
  if (twins.length > 0) throw refuse('该手机已存在', 'phone')
}

/** 409 该用户已是{企业}的员工 when somebody is active with another company. Members §5.3, §14. */
async function refuseElsewhere(tx: Tx, uid: number, except: number): Promise<void> {
  const held = await tx
    .selectFrom('groupBuyEmployee')
    .innerJoin('groupBuying', 'groupBuying.id', 'groupBuyEmployee.groupBuyingId')
    .select('groupBuying.name')
    .where('groupBuyEmployee.uid', '=', uid)
    .where('groupBuyEmployee.status', 'in', ACTIVE)
    .where('groupBuyEmployee.id', '<>', except)
    .where('groupBuyEmployee.isDel', '=', 0)
    .executeTakeFirst()
  if (held !== undefined) throw conflict(`该用户已是${held.name}的员工`)
}

/** Binds a consumer to an active row of an employee and gives them the level; 409 when they are active elsewhere. */
export async function bindEmployee(tx: Tx, row: Employee, uid: number): Promise<Employee> {
  if (row.uid === uid) return settleEmployee(tx, row.id)
  await refuseElsewhere(tx, uid, row.id)
  await updateRow(tx, groupBuyEmployee, row, { uid, bindTime: new Date() }, { anyField: true })
  return settleEmployee(tx, row.id)
}

/** The consumer who has a phone and can be bound; undefined without. */
async function ownerOf(db: Db, phone: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('phone', '=', phone)
    .where('lifeStatus', 'in', [0, 1])
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return row?.id
}

/** Binds an employee of a list to the consumer who has their phone, when there is one who is free. */
export async function bindByPhone(tx: Tx, row: Employee): Promise<Employee> {
  if (row.uid !== null || row.status !== 1) return row
  const uid = await ownerOf(tx, row.phone)
  if (uid === undefined) return row
  const held = await tx
    .selectFrom('groupBuyEmployee')
    .select('id')
    .where('uid', '=', uid)
    .where('status', 'in', ACTIVE)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  return held === undefined ? bindEmployee(tx, row, uid) : row
}

/** Whoever has just got a phone joins the company that has it on its list; nothing happens without one. */
export async function joinByPhone(tx: Tx, phone: string): Promise<void> {
  const rows = await tx
    .selectFrom('groupBuyEmployee')
    .innerJoin('groupBuying', 'groupBuying.id', 'groupBuyEmployee.groupBuyingId')
    .select('groupBuyEmployee.id')
    .where('groupBuyEmployee.phone', '=', phone)
    .where('groupBuyEmployee.uid', 'is', null)
    .where('groupBuyEmployee.status', '=', 1)
    .where('groupBuyEmployee.isDel', '=', 0)
    .where('groupBuying.isDel', '=', 0)
    .where('groupBuying.status', '=', 1)
    .where(sql<boolean>`1 = any("groupBuying"."joinModes")`)
    .orderBy('groupBuyEmployee.id')
    .execute()
  const [first] = rows
  if (first !== undefined)
    await bindByPhone(tx, await lockRow(tx, groupBuyEmployee, first.id, { anyScope: true }))
}

/** Refuses what nobody can join now: unknown, disabled, not begun or over. */
function refuseClosed(group: Group | undefined, mode: JoinMode | null): asserts group is Group {
  if (group === undefined) throw notFound('企业码不存在')
  if (!isInForce(group, new Date())) throw conflict('该企业团购未开放')
  if (mode !== null && !group.joinModes.includes(mode)) throw conflict('该企业不支持这种加入方式')
}

interface Joining {
  uid: number
  phone: string
  joinCode: string
  empNo: string
  realName: string
  deptName: string
}

/**
 * A consumer joins a company: by its list (their phone), by its code and their number on the list, or by an application that
 * somebody decides on. Members §5.3. 404 企业码不存在, 409 closed or elsewhere, 422 full or unknown number.
 */
export async function joinGroup(tx: Tx, given: Joining): Promise<{ status: number; name: string }> {
  const { uid, phone, joinCode, empNo } = given
  if (phone === '') throw refuse('请先绑定手机号', 'phone')
  const listed = joinCode === '' ? await listedBy(tx, phone) : undefined
  const id = joinCode === '' ? listed?.groupBuyingId : (await groupOfCode(tx, joinCode))?.id
  if (joinCode === '' && id === undefined) throw conflict('您的手机号不在企业名单中，请使用企业码加入')
  const found = id === undefined ? undefined : await findRow(tx, groupBuying, id)
  refuseClosed(found, joinCode === '' ? 1 : null)
  const group = await lockGroup(tx, found.id, { anyScope: true })
  await lockMember(tx, uid)
  const own = await tx
    .selectFrom('groupBuyEmployee')
    .selectAll()
    .where('groupBuyingId', '=', group.id)
    .where((where) =>
      where.or([
        where('phone', '=', phone),
        ...(empNo === '' ? [] : [sql<boolean>`lower("empNo") = lower(${empNo})`]),
      ]),
    )
    .where('isDel', '=', 0)
    .forUpdate()
    .execute()
  const row = own.find((one) => one.phone === phone) ?? own[0]
  if (joinCode === '' && row !== undefined) return bound(tx, row, uid, group)
  if (empNo === '') throw refuse('请输入工号', 'empNo')
  const isListed = row !== undefined && row.status !== 0 && row.status !== 4
  if (isListed && row.empNo.toLowerCase() !== empNo.toLowerCase())
    throw refuse('工号与企业名单不一致', 'empNo')
  if (isListed && group.joinModes.includes(2)) return bound(tx, row, uid, group)
  if (!group.joinModes.includes(3)) throw refuse('工号不存在', 'empNo')
  return applied(tx, group, row, given)
}

async function bound(
  tx: Tx,
  row: Employee,
  uid: number,
  group: Group,
): Promise<{ status: number; name: string }> {
  if (row.uid !== null && row.uid !== uid) throw conflict('该工号已被其他用户绑定')
  if (row.status !== 1) throw conflict(`您在${group.name}的状态不允许加入，请联系单位`)
  const done = await bindEmployee(tx, row, uid)
  return { status: done.status, name: group.name }
}

/** An application waits for a decision; one that was rejected may be made again. */
async function applied(
  tx: Tx,
  group: Group,
  row: Employee | undefined,
  { uid, phone, empNo, realName, deptName }: Joining,
): Promise<{ status: number; name: string }> {
  if (realName === '') throw refuse('请输入姓名', 'realName')
  await refuseElsewhere(tx, uid, row?.id ?? 0)
  const asked = {
    phone,
    empNo,
    realName,
    deptName,
    uid,
    status: 0 as const,
    joinMode: 3 as const,
    opinion: '',
  }
  if (row === undefined) {
    await takePlace(tx, group)
    await insertRow(
      tx,
      groupBuyEmployee,
      { ...asked, groupBuyingId: group.id, groupNo: group.groupNo, companyId: group.companyId },
      { anyScope: true },
    )
  } else {
    if (row.uid !== uid || row.status !== 4) throw conflict('您已提交过申请，请等待审核')
    await refuseTwin(tx, group.id, asked, row.id)
    await updateRow(tx, groupBuyEmployee, row, asked, { anyField: true })
  }
  return { status: 0, name: group.name }
}

const listedBy = (tx: Tx, phone: string) =>
  tx
    .selectFrom('groupBuyEmployee')
    .innerJoin('groupBuying', 'groupBuying.id', 'groupBuyEmployee.groupBuyingId')
    .select('groupBuyEmployee.groupBuyingId')
    .where('groupBuyEmployee.phone', '=', phone)
    .where('groupBuyEmployee.status', '=', 1)
    .where('groupBuyEmployee.isDel', '=', 0)
    .where('groupBuying.isDel', '=', 0)
    .where('groupBuying.inForce', '=', 1)
    .orderBy('groupBuyEmployee.id')
    .executeTakeFirst()

export const groupOfCode = (db: Db, joinCode: string) =>
  db
    .selectFrom('groupBuying')
    .select('id')
    .where(sql<boolean>`lower("joinCode") = lower(${joinCode})`)
    .where('isDel', '=', 0)
    .executeTakeFirst()

/** What a change of an employee's state brings with it. Members §11. */
export async function moveEmployee(tx: Tx, row: Employee, status: Employee['status'], opinion = row.opinion) {
  if (status === 1 && row.uid !== null) await refuseElsewhere(tx, row.uid, row.id)
  const moved = await updateRow(tx, groupBuyEmployee, row, { status, opinion }, { anyField: true })
  if (status === 1) return row.uid === null ? bindByPhone(tx, moved) : settleEmployee(tx, row.id)
  if (row.status === 1) await endEmployee(tx, row)
  return moved
}

/** The consumer of an employee is free again; the row stays on the list. */
export async function unbindEmployee(tx: Tx, row: Employee): Promise<void> {
  if (row.uid === null) throw conflict('该员工没有绑定用户')
  await endEmployee(tx, row)
  const now = await lockRow(tx, groupBuyEmployee, row.id, { anyScope: true })
  await updateRow(tx, groupBuyEmployee, now, { uid: null, bindTime: null }, { anyField: true })
}
