import { type CodeSeries, nextCode } from '#kit/server/codes.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { type AppError, refuse } from '#kit/shared/errors.ts'
import { checkAgent } from './company.check.server.ts'
import type { customer } from './customer.entity.ts'

export type Customer = EntityRow<typeof customer>
export type CustomerValues = Partial<Customer>

const LOST = 5

/** Refuses what the single fields of a customer do not tell. Catalog §7.3. */
export async function verifyCustomer(db: Db, values: CustomerValues, before: Customer | null): Promise<void> {
  await verifyStage(db, values, before)
  const { contactPhone } = values
  if (contactPhone !== undefined && contactPhone !== before?.contactPhone)
    await refuseHeldPhone(db, contactPhone, before?.id ?? 0)
}

/** The same but for the phone, which an import asks for of many at once. */
export async function verifyStage(db: Db, values: CustomerValues, before: Customer | null): Promise<void> {
  if (values.stage !== undefined && values.stage !== before?.stage && (values.stage ?? 1) > 3)
    throw refuse('成交须由建档或首单形成，流失请使用标记流失', 'stage')
  if (values.agentId && values.agentId !== before?.agentId) await checkAgent(db, values.agentId)
}

/** 该手机号已是{负责人}的客户: one person is looked after by one agent. */
export async function refuseHeldPhone(db: Db, phone: string, exceptId: number): Promise<void> {
  const [refusal] = await heldPhones(db, [{ phone, exceptId }])
  if (refusal) throw refusal
}

/** The same for many phones at once, in their order. */
export async function heldPhones(
  db: Db,
  asked: readonly { phone: string | undefined; exceptId: number }[],
): Promise<(AppError | null)[]> {
  const phones = asked.flatMap(({ phone }) => phone ?? [])
  if (phones.length === 0) return asked.map(() => null)
  const held = await db
    .selectFrom('customer')
    .leftJoin('admin', 'admin.id', 'customer.agentId')
    .select(['customer.id', 'customer.contactPhone', 'admin.realName'])
    .where('customer.contactPhone', 'in', phones)
    .where('customer.isDel', '=', 0)
    .where('customer.stage', '<>', LOST)
    .execute()
  const byPhone = Map.groupBy(held, (one) => one.contactPhone)
  return asked.map(({ phone, exceptId }) => {
    const holder = byPhone.get(phone ?? '')?.find((one) => one.id !== exceptId)
    return holder === undefined
      ? null
      : refuse(`该手机号已是${holder.realName ?? '公海'}的客户`, 'contactPhone')
  })
}

/** C and six digits; nobody types them. */
export const CUSTOMER_NUMBERS: CodeSeries = {
  sequence: 'customerNo',
  codeOf: (value) => `C${String(value).padStart(6, '0')}`,
  taken: async () => new Set(),
}

export const newCustomerNo = (tx: Tx): Promise<string> => nextCode(tx, CUSTOMER_NUMBERS)
