import type { Db, Tx } from '#kit/server/database.ts'
import { nextValue } from '#kit/server/number.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { refuse } from '#kit/shared/errors.ts'
import { checkAgent } from './company.check.server.ts'
import type { customer } from './customer.entity.ts'

export type Customer = EntityRow<typeof customer>
export type CustomerValues = Partial<Customer>

const LOST = 5

/** Refuses what the single fields of a customer do not tell. Catalog §7.3. */
export async function verifyCustomer(db: Db, values: CustomerValues, before: Customer | null): Promise<void> {
  if (values.stage !== undefined && values.stage !== before?.stage && (values.stage ?? 1) > 3)
    throw refuse('成交须由建档或首单形成，流失请使用标记流失', 'stage')
  if (values.agentId && values.agentId !== before?.agentId) await checkAgent(db, values.agentId)
  const { contactPhone } = values
  if (contactPhone !== undefined && contactPhone !== before?.contactPhone)
    await refuseHeldPhone(db, contactPhone, before?.id ?? 0)
}

/** 该手机号已是{负责人}的客户: one person is looked after by one agent. */
export async function refuseHeldPhone(db: Db, phone: string, exceptId: number): Promise<void> {
  const held = await db
    .selectFrom('customer')
    .leftJoin('admin', 'admin.id', 'customer.agentId')
    .select('admin.realName')
    .where('customer.contactPhone', '=', phone)
    .where('customer.isDel', '=', 0)
    .where('customer.stage', '<>', LOST)
    .where('customer.id', '<>', exceptId)
    .executeTakeFirst()
  if (held !== undefined) throw refuse(`该手机号已是${held.realName ?? '公海'}的客户`, 'contactPhone')
}

/** C and six digits. */
export async function newCustomerNo(tx: Tx): Promise<string> {
  return `C${String(await nextValue(tx, 'customerNo')).padStart(6, '0')}`
}
