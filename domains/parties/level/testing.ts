// What the tests of levels, evaluations and benefits stand on.
import type { Db } from '#kit/server/database.ts'
import type { PurchaseFigure } from './figures.rules.ts'

/** A company in force, with a sold-to party and a payer. */
export async function makeCompany(
  { db }: { db: Db },
  name: string,
  more: { channelIds?: (1202 | 1203)[]; orgLevelId?: number; agentId?: number } = {},
) {
  const { channelIds = [1202], orgLevelId = null, agentId = null } = more
  const { id: companyId } = await db
    .insertInto('company')
    .values({
      orgCode: `KH${name}`,
      orgName: name,
      orgType: '1',
      districtId: 1,
      channelIds,
      orgLevelId,
      agentId,
      auditStatus: 1,
      inForce: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: shoudaId } = await db
    .insertInto('shouda')
    .values({
      companyId,
      shoudaName: `${name}售达方`,
      channelId: channelIds[0] ?? 1202,
      salesOrg: '1000',
      distChannel: '10',
      division: '00',
      auditStatus: 1,
      inForce: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: payerId } = await db
    .insertInto('payer')
    .values({ companyId, payerName: `${name}付款方`, settleType: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { companyId, shoudaId, payerId }
}

/** One line of an order, in cents and thousandths; what is left out is nothing. */
export const bought = (
  given: Partial<PurchaseFigure> & Pick<PurchaseFigure, 'shoudaId' | 'payerId'>,
): PurchaseFigure => ({
  orderSn: 'DD1',
  skuId: 1,
  cateId: 1,
  qty: 1000,
  shippedQty: 0,
  refundedQty: 0,
  gross: 0,
  discount: 0,
  refund: 0,
  paid: 0,
  due: 0,
  paidInTime: 0,
  ...given,
})
