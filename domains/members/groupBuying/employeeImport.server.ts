import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { listOf } from '#kit/server/fileTask.ts'
import { importEntity } from '#kit/server/importEntity.ts'
import { lockRow } from '#kit/server/rows.ts'
import { rowScope, scopeCondition } from '#kit/server/scope.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { refuse } from '#kit/shared/errors.ts'
import { bindByPhone } from './employee.server.ts'
import { employeeCalls } from './groupBuying.calls.ts'
import { groupBuyEmployee, groupBuying } from './groupBuying.entity.ts'
import type { Employee, Group } from './groupLevel.server.ts'

/** The companies that rows of a sheet name by their number, within the person's scope, in the order of their locks. */
async function idsOf(db: Db, who: Who, numbers: readonly string[]): Promise<number[]> {
  const scope = scopeCondition(await rowScope(db, who, groupBuying), groupBuying.name)
  const rows = await db
    .selectFrom('groupBuying')
    .select('id')
    .where(sql<boolean>`lower("groupNo") = any(${sql.val(numbers.map((one) => one.toLowerCase()))}::text[])`)
    .where('isDel', '=', 0)
    .$if(scope !== null, (query) => query.where(scope ?? sql<boolean>`true`))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

async function groupsOf(tx: Tx, numbers: readonly string[]): Promise<Map<string, Group>> {
  const found = new Map<string, Group>()
  for (const id of await idsOf(tx, actorOf(tx), numbers)) {
    const group = await lockRow(tx, groupBuying, id)
    found.set(group.groupNo.toLowerCase(), group)
  }
  return found
}

/** 团购员工导入: by the number of the company and their own; whoever has the phone of one is bound at once. Members §5.3, §15. */
export const employeeImport = importEntity(groupBuyEmployee, {
  permission: employeeCalls.importSheet.permission,
  source: listOf(groupBuyEmployee.name, employeeCalls.exportRows),
  key: ['groupNo', 'empNo'],
  columns: ['groupNo', 'empNo', 'realName', 'phone', 'deptName'],
  examples: {
    groupNo: 'TG20260101000001',
    empNo: 'A001',
    realName: '张三',
    phone: '13800138000',
    deptName: '市场部',
  },
  notes: ['手机与已注册用户相同的员工会立即绑定并获得客户等级'],
  async verify(db, who, values, before) {
    const groupNo = values.groupNo ?? before?.groupNo ?? ''
    if (groupNo !== '' && (await idsOf(db, who, [groupNo])).length === 0)
      throw refuse('团购编号不存在', 'groupNo')
  },
  async prepare(tx, values, before) {
    const group = (await groupsOf(tx, [values.groupNo ?? before?.groupNo ?? ''])).get(
      (values.groupNo ?? before?.groupNo ?? '').toLowerCase(),
    )
    if (group === undefined) throw refuse('团购编号不存在', 'groupNo')
    const row = { ...before, ...values }
    await refusePhone(tx, group.id, row, before?.id ?? 0)
    if (before !== null && before.uid !== null && row.phone !== before.phone)
      throw refuse('已绑定用户的员工不能修改手机，请先解绑', 'phone')
    if (before === null) await refuseFull(tx, group)
    return { ...values, groupBuyingId: group.id, groupNo: group.groupNo, companyId: group.companyId }
  },
  // Each must see those before it: places, phones.
  apart: ({ groupNo }) => groupNo?.toLowerCase() ?? null,
  async saved(tx, row) {
    await bindByPhone(tx, row)
  },
})

async function refusePhone(
  tx: Tx,
  groupBuyingId: number,
  { phone = '' }: Partial<Employee>,
  except: number,
): Promise<void> {
  const twin = await tx
    .selectFrom('groupBuyEmployee')
    .select('empNo')
    .where('groupBuyingId', '=', groupBuyingId)
    .where('phone', '=', phone)
    .where('id', '<>', except)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (twin !== undefined) throw refuse(`该手机已属于工号${twin.empNo}`, 'phone')
}

async function refuseFull(tx: Tx, { id, maxPeople }: Group): Promise<void> {
  if (maxPeople === 0) return
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as "n" from "groupBuyEmployee"
    where "groupBuyingId" = ${id} and "status" in (1, 2) and "isDel" = 0`.execute(tx)
  if ((rows[0]?.n ?? 0) >= maxPeople) throw refuse('名额已满', 'empNo')
}
