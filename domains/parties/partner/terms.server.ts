import type { Db, Tx } from '#kit/server/database.ts'
import { findRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { refuse } from '#kit/shared/errors.ts'
import { formatDate, today, toSeconds } from '#kit/shared/time.ts'
import { orgLevelRate } from '../level/orgLevel.server.ts'
import { logisticsProvider } from '../supplier/logisticsProvider.entity.ts'
import { supplier } from '../supplier/supplier.entity.ts'
import { invoiceTo } from './invoiceTo.entity.ts'
import { licenceRefusal } from './licence/licence.rules.ts'
import { companiesAbove } from './ofCompany.server.ts'
import { nearDays } from './partner.server.ts'
import type { LinkRole } from './partnerLink.entity.ts'
import { payer } from './payer.entity.ts'
import { shipTo } from './shipTo.entity.ts'
import { shouda } from './shouda.entity.ts'
import { contractState, type Validity } from './validity.rules.ts'

/** Who orders, pays, receives and gets the invoice. */
export interface PartyChoice {
  companyId: number
  shoudaId: number
  payerId: number
  shipToId: number
  /** the default of the sold-to party unless given */
  invoiceToId?: number | null
  t: Date
}

const dayOf = (t: Date): string => formatDate(toSeconds(t))

/** The partner a sold-to party is linked with: 422 {角色}不属于该客户, {角色}已停用. */
function linkedTo<R extends { status: 0 | 1 }>(row: R | undefined, isLinked: boolean, label: string): R {
  if (row === undefined || !isLinked) throw refuse(`${label}不属于该客户`)
  if (row.status === 0) throw refuse(`${label}已停用`)
  return row
}

/**
 * The terms an order of a company stands under, with copies of its partners. 422 单位已停用, 单位未审核通过,
 * 付款方不属于该客户, 付款方已停用 (the other partners likewise). Whether it may order in spite of blocks, an ended
 * contract or its credit decides the caller. Doors §4; catalog §6.2, invariant 6.
 */
export async function getPartyTerms(db: Db, choice: PartyChoice) {
  const { companyId, shoudaId, payerId, shipToId, t } = choice
  const company = await db
    .selectFrom('company')
    .selectAll()
    .where('id', '=', companyId)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (company === undefined || company.status === 0) throw refuse('单位已停用')
  if (company.inForce !== 1) throw refuse('单位未审核通过')
  const usable = await companiesAbove(db, companyId)
  const soldTo = linkedTo(await findRow(db, shouda, shoudaId), true, '售达方')
  if (!usable.has(soldTo.companyId)) throw refuse('售达方不属于该客户')
  if (soldTo.inForce !== 1) throw refuse('售达方未审核通过')
  const links = await db
    .selectFrom('partnerLink')
    .select(['role', 'partnerId'])
    .where('shoudaId', '=', shoudaId)
    .where('isDel', '=', 0)
    .execute()
  const has = (role: LinkRole, id: number): boolean =>
    links.some((one) => one.role === role && one.partnerId === id)
  const paying = linkedTo(await findRow(db, payer, payerId), has(1, payerId), '付款方')
  const receiving = linkedTo(await findRow(db, shipTo, shipToId), has(2, shipToId), '送达方')
  const invoiceToId = choice.invoiceToId ?? soldTo.defaultInvoiceId ?? 0
  const invoiced = linkedTo(await findRow(db, invoiceTo, invoiceToId), has(3, invoiceToId), '开票方')
  return {
    company: { id: company.id, orgCode: company.orgCode, orgName: company.orgName },
    agentId: company.agentId,
    onlyDirectory: company.onlyDirectory,
    settleType: company.settleType,
    creditLimit: company.creditLimit,
    creditDays: company.creditDays ?? 0,
    orgLevelId: company.orgLevelId,
    orgLevelRate: await orgLevelRate(db, company.orgLevelId),
    shouda: {
      id: soldTo.id,
      shoudaNum: soldTo.shoudaNum,
      shoudaName: soldTo.shoudaName,
      channelId: soldTo.channelId,
      salesChannelId: soldTo.salesChannelId,
      warehouseId: soldTo.warehouseId,
      salesOrg: soldTo.salesOrg,
      distChannel: soldTo.distChannel,
      division: soldTo.division,
      productFamilies: soldTo.productFamilies,
      isGroupBuying: soldTo.isGroupBuying,
      orderBlock: soldTo.orderBlock,
      deliveryBlock: soldTo.deliveryBlock,
    },
    payer: {
      id: paying.id,
      payerCode: paying.payerCode,
      payerName: paying.payerName,
      productLimit: paying.productLimit,
      settleType: paying.settleType,
      creditLimit: paying.creditLimit,
      creditDays: paying.creditDays ?? 0,
      contractStatus: await contractOn(db, paying, dayOf(t)),
    },
    shipTo: receiving,
    invoiceTo: invoiced,
  }
}

/** The contract of a payer on a day: as its approved contract says, else by the typed dates. */
async function contractOn(
  db: Db,
  row: {
    id: number
    contractStart: string | null
    contractEnd: string | null
    contractStatus: Validity | null
  },
  day: string,
): Promise<Validity | null> {
  const given = await db
    .selectFrom('partyContract')
    .select('partyId')
    .where('partyType', '=', 3)
    .where('partyId', '=', row.id)
    .executeTakeFirst()
  return given === undefined ? contractState(row, day, await nearDays(db)) : row.contractStatus
}

/**
 * Refuses goods that need licences the buyer does not hold: those of the sold-to party and of its company, approved and
 * valid at `t`. 422 食品经营许可证已过期，不能购买此类商品 / 缺少烟酒许可证，不能购买此类商品. Doors §4.
 */
export async function checkLicences(
  db: Db,
  {
    companyId,
    shoudaId,
    types,
    t,
  }: { companyId: number; shoudaId: number; types: readonly string[]; t: Date },
): Promise<void> {
  if (types.length === 0) return
  const held = await db
    .selectFrom('licence')
    .select(['licenceType', 'startDate', 'endDate'])
    .where((where) =>
      where.or([
        where.and([where('ownerType', '=', 1), where('ownerId', '=', companyId)]),
        where.and([where('ownerType', '=', 2), where('ownerId', '=', shoudaId)]),
      ]),
    )
    .where('licenceType', 'in', [...types])
    .where('auditStatus', '=', 1)
    .where('isDel', '=', 0)
    .execute()
  const refusal = licenceRefusal(types, held, dayOf(t))
  if (refusal !== null) throw refuse(refusal)
}

const CONTRACTED = { 3: payer, 4: supplier, 5: logisticsProvider } as const

interface Contract {
  contractNo: string
  start: string
  end: string | null
  status: Validity
}

/**
 * Lets the contract fields of a payer (3), supplier (4) or carrier (5) follow its approved contract; null: none rules
 * any more, and the dates that stand there count as typed. The last call wins. Doors §4, statistics §11.1.
 */
export async function setPartyContract(
  tx: Tx,
  partyType: keyof typeof CONTRACTED,
  partyId: number,
  contract: Contract | null,
): Promise<void> {
  const of = CONTRACTED[partyType]
  const row = await lockRow(tx, of, partyId, { anyScope: true })
  const key = { partyType, partyId }
  if (contract === null) {
    await tx
      .deleteFrom('partyContract')
      .where('partyType', '=', partyType)
      .where('partyId', '=', partyId)
      .execute()
    await updateRow(tx, of, row, { contractStatus: contractState(row, today(), await nearDays(tx)) })
    return
  }
  await tx
    .insertInto('partyContract')
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await updateRow(tx, of, row, {
    contractNo: contract.contractNo,
    contractStart: contract.start,
    contractEnd: contract.end,
    contractStatus: contract.status,
  })
}
