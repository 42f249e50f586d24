import { sql } from 'kysely'
import { settingsOf } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { writeSystemLog } from '#kit/server/log.ts'
import type { RoomContext } from '#kit/server/room.ts'
import { insertRow } from '#kit/server/rows.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { notFound } from '#kit/shared/errors.ts'
import { addDept } from '../dept/dept.server.ts'
import { ADMIN_ROLE, role } from '../role/role.entity.ts'
import { dropFactor } from '../session/factor.server.ts'
import { unlock } from '../session/guard.server.ts'
import { setPassword } from '../session/own.server.ts'
import { passwordFault } from '../session/password.rules.ts'
import { hashPassword, keepPassword, randomPassword } from '../session/password.server.ts'
import { raisePermVersion } from '../session/person.server.ts'
import { securityForm } from '../session/security.form.ts'
import { admin } from './admin.entity.ts'

const TOP_DEPT = '总部'

/** The rows this room needs: the role admin and one department to begin with. */
export async function seedAccess(tx: Tx): Promise<void> {
  const found = await tx
    .selectFrom('role')
    .select('id')
    .where('roleCode', '=', ADMIN_ROLE)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (found === undefined)
    await insertRow(tx, role, {
      roleName: '超级管理员',
      roleCode: ADMIN_ROLE,
      level: 99,
      dataScope: 1,
      scopeIds: {},
      remark: '系统角色，拥有全部权限',
    })
  if ((await firstDept(tx)) === undefined) await addDept(tx, { deptName: TOP_DEPT, pid: 0 })
}

async function firstDept(tx: Tx): Promise<number | undefined> {
  const row = await tx
    .selectFrom('dept')
    .select('id')
    .where('isDel', '=', 0)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export interface FirstAdmin {
  account: string
  /** made here and shown once; null when it was given by TS_ADMIN_PASSWORD */
  password: string | null
}

/**
 * Makes the first administrator, when there is none; null otherwise, whatever the variables say. Throws with the
 * reason when the given password does not satisfy the policy. Platform §14.1.
 */
export async function firstAdmin(tx: Tx, context: RoomContext): Promise<FirstAdmin | null> {
  const any = await tx.selectFrom('admin').select('id').limit(1).executeTakeFirst()
  if (any !== undefined) return null
  const person = { account: context.settings.adminAccount, phone: '' }
  if (!admin.shape.account.schema.safeParse(person.account).success)
    throw new Error('TS_ADMIN_ACCOUNT：账号格式不正确')
  const policy = await settingsOf(tx, securityForm)
  const given = context.settings.adminPassword
  const fault = given === undefined ? null : passwordFault(policy, given, person)
  if (fault !== null) throw new Error(`TS_ADMIN_PASSWORD：${fault}`)
  const password = given ?? randomPassword(policy, person)
  const adminRole = await tx
    .selectFrom('role')
    .select('id')
    .where('roleCode', '=', ADMIN_ROLE)
    .where('isDel', '=', 0)
    .executeTakeFirstOrThrow()
  const row = await insertRow(tx, admin, {
    ...person,
    realName: '管理员',
    roles: [adminRole.id],
    deptId: (await firstDept(tx)) ?? null,
  })
  await keepPassword(tx, row.id, await hashPassword(password), 'first')
  await raisePermVersion(tx)
  return { account: person.account, password: given === undefined ? password : null }
}

/**
 * Command admin:reset, for lost access: a new random password, unlocked, enabled, from any network and without a
 * dynamic password, written to the operation log.
 * Answers the password; 404 without such an account. Platform §14.1.
 */
export async function resetAdmin(db: Db, account: string): Promise<string> {
  const policy = await settingsOf(db, securityForm)
  const row = await db
    .selectFrom('admin')
    .select(['id', 'account', 'phone', 'realName'])
    .where(sql`lower("account")`, '=', account.toLowerCase())
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (row === undefined) throw notFound('账号不存在')
  const password = randomPassword(policy, row)
  const hash = await hashPassword(password)
  await asSystem(db, async (tx) => {
    await setPassword(tx, row.id, hash, 'temporary')
    await unlock(tx, row.account)
    await dropFactor(tx, row.id)
    await tx
      .updateTable('admin')
      .set({ status: 1, validFrom: null, validTo: null, ipAllow: [] })
      .where('id', '=', row.id)
      .execute()
    await writeSystemLog(tx, {
      title: '命令行重置管理员',
      businessType: 2,
      bizType: admin.name,
      bizId: row.id,
      bizTitle: row.realName,
      path: 'admin:reset',
      params: { account: row.account },
    })
  })
  return password
}
