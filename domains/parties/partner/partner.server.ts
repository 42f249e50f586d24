import { accountOf, openAccounts, USED_CREDIT_OF_PAYER } from '#domains/accounts/accounts.door.ts'
import { goodsForm, settingsOf } from '#domains/settings/settings.door.ts'
import type { Db, Tx } from '#kit/server/database.ts'
import { rowFigure } from '#kit/server/figures.ts'
import { looseTx } from '#kit/server/loose.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, type Served } from '#kit/server/serve.ts'
import { type StandardCalls, type StandardOptions, standardHandlers } from '#kit/server/standard.ts'
import { actorOf } from '#kit/server/transaction.ts'
import { demand } from '#kit/server/who.ts'
import type { Call, Paging } from '#kit/shared/call.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { conflict, refuse, refuseFields } from '#kit/shared/errors.ts'
import type { RowOf } from '#kit/shared/field.ts'
import { today } from '#kit/shared/time.ts'
import { completeRegion } from '../region.server.ts'
import { invoiceTo } from './invoiceTo.entity.ts'
import { invoiceFaults, TAX_NO_DIFFERS } from './invoiceTo.rules.ts'
import { companyConditions, companyInScope, creditCodeOf } from './ofCompany.server.ts'
import { type companyFilters, invoiceToCalls, payerCalls, shipToCalls } from './partner.calls.ts'
import { TYPE_NUMBER } from './partner.fields.ts'
import { type PartnerEntity, type PartnerKind, pushPartner, pushPartners } from './partnerSap.server.ts'
import { payer } from './payer.entity.ts'
import { shipTo } from './shipTo.entity.ts'
import { contractState } from './validity.rules.ts'

export const PAYER: PartnerKind = { entity: payer, code: 'payerCode', role: 'RG' }
export const SHIP_TO: PartnerKind = { entity: shipTo, code: 'shipToCode', role: 'WE' }
export const INVOICE_TO: PartnerKind = { entity: invoiceTo, code: 'invoiceCode', role: 'RE' }

type Partner = EntityRow<PartnerEntity>

/** Refuses a number typed by who may not, and a company that is disabled or not the person's. Catalog §6.2. */
export async function checkPartner(
  tx: Tx,
  { code }: PartnerKind,
  values: Partial<Partner>,
  before: Partner | null,
): Promise<void> {
  const number: unknown = Reflect.get(values, code)
  const stored: unknown = before === null ? '' : Reflect.get(before, code)
  if (number !== undefined && number !== stored) demand(actorOf(tx), TYPE_NUMBER)
  const { companyId } = values
  if (companyId !== undefined && companyId !== before?.companyId) await companyInScope(tx, companyId)
}

/** Makes a locked partner the one its company uses unless another is chosen. Catalog §8.6. */
export async function makeDefault(tx: Tx, of: PartnerEntity, id: number): Promise<void> {
  const { companyId } = await readRow(tx, actorOf(tx), of, id)
  // Locked before the partners (doors §5), so that of two who choose at the same moment the second one waits.
  await tx.selectFrom('company').select('id').where('id', '=', companyId).forUpdate().execute()
  const row = await lockRow(tx, of, id)
  const { status, isDefault } = row
  if (status === 0) throw conflict(`${of.label}已停用，不能设为默认`)
  if (isDefault === 1) return
  const others = await looseTx(tx)
    .selectFrom(of.name)
    .select('id')
    .where('companyId', '=', companyId)
    .where('isDefault', '=', 1)
    .where('isDel', '=', 0)
    .execute()
  for (const other of others) {
    const old = await lockRow(tx, of, Number(other.id), { anyScope: true })
    await updateRow(tx, of, old, { isDefault: 0 })
  }
  await updateRow(tx, of, row, { isDefault: 1 })
}

/** What is done around the writing of a partner, wherever it comes from. */
export type Writing<E extends Entity> = Required<Pick<StandardOptions<E>, 'prepare'>> & SavedAll<E>

interface SavedAll<E extends Entity> {
  /** before many partners of these companies are written: reads what each of them is held against */
  takes?(tx: Tx, companyIds: readonly number[]): Promise<void>
  /** after partners were written: `before` is null for new ones, `values` is what prepare answered */
  savedAll(tx: Tx, list: readonly Saved<E>[]): Promise<void>
}

interface Saved<E extends Entity> {
  row: EntityRow<E>
  before: EntityRow<E> | null
  values: Partial<EntityRow<E>>
}

interface PartnerCalls extends StandardCalls<Paging & RowOf<typeof companyFilters>> {
  pushSap: Call<{ id: number }>
  setDefault: Call<{ id: number }>
}

/** The usual handlers of a payer, ship-to or invoice-to, its default and its way to SAP. */
function partnerHandlers<const E extends PartnerEntity>(
  kind: PartnerKind & { entity: E },
  calls: PartnerCalls,
  { opened, ...options }: StandardOptions<E> & { opened?(tx: Tx, rows: EntityRow<E>[]): Promise<void> },
) {
  const of = kind.entity
  const writing: Writing<E> = {
    async prepare(tx, values, before) {
      await checkPartner(tx, kind, values, before)
      if (before !== null) await keepLinked(tx, kind, values, before)
      return options.prepare ? options.prepare(tx, values, before) : values
    },
    async savedAll(tx, list) {
      await opened?.(
        tx,
        list.flatMap(({ row, before }) => (before === null ? [row] : [])),
      )
      await pushPartners(
        tx,
        kind,
        list.map(({ row }) => row),
      )
    },
  }
  const usual = standardHandlers(of, calls, {
    ...options,
    list: (_who, input) => companyConditions(of, input),
    prepare: writing.prepare,
    saved: (tx, row, before, values) => writing.savedAll(tx, [{ row, before, values }]),
    usedText: (use) => `该${of.label}已被${use.place}使用，不能删除`,
  })
  const own: Served[] = [
    change(calls.pushSap, async (tx, _who, { id }) => pushPartner(tx, kind, await lockRow(tx, of, id))),
    change(calls.setDefault, (tx, _who, { id }) => makeDefault(tx, of, id)),
  ]
  return { served: [...usual.served, ...own], exporting: usual.exporting, writing }
}

/** A partner that sold-to parties use stays with its company: they might not be below another one. Invariant 6. */
async function keepLinked(
  tx: Tx,
  { entity: of, role }: PartnerKind,
  values: Partial<Partner>,
  before: Partner,
) {
  const { companyId } = values
  if (companyId === undefined || companyId === before.companyId) return
  const linked = await tx
    .selectFrom('partnerLink')
    .select('id')
    .where('role', '=', role === 'RG' ? 1 : role === 'WE' ? 2 : 3)
    .where('partnerId', '=', before.id)
    .where('isDel', '=', 0)
    .limit(1)
    .execute()
  if (linked.length > 0) throw conflict(`该${of.label}已被售达方使用，不能更换所属单位`)
}

export async function nearDays(db: Db): Promise<number> {
  return (await settingsOf(db, goodsForm)).licence_near_days ?? 0
}

/** Whether the contract fields of a payer follow an approved contract (setPartyContract). */
const CONTRACT_GIVEN = `exists (select 1 from "partyContract" g where g."partyType" = 3 and g."partyId" = "payer"."id")::int`

async function isContractGiven(db: Db, payerId: number): Promise<boolean> {
  const found = await db
    .selectFrom('partyContract')
    .select('partyId')
    .where('partyType', '=', 3)
    .where('partyId', '=', payerId)
    .executeTakeFirst()
  return found !== undefined
}

const hasOpenItems = async (db: Db, payerId: number): Promise<boolean> => {
  const held = await accountOf(db, { accountType: 3, payerId })
  return held !== null && (held.balance !== 0 || held.frozen !== 0)
}

const OPEN_ITEMS = '该付款方仍有余额或未清款项'

export const payerHandlers = partnerHandlers({ ...PAYER, entity: payer }, payerCalls, {
  figures: {
    usedCredit: rowFigure(payer, USED_CREDIT_OF_PAYER),
    contractGiven: rowFigure(payer, CONTRACT_GIVEN),
  },
  async prepare(tx, values, before) {
    const given = { ...values }
    if (before !== null && (await isContractGiven(tx, before.id))) {
      delete given.contractNo
      delete given.contractStart
      delete given.contractEnd
      return given
    }
    const { contractStart = null, contractEnd = null } = { ...before, ...given }
    if (contractStart !== null && contractEnd !== null && contractEnd < contractStart)
      throw refuse('合同结束不能早于合同开始', 'contractEnd')
    const contractStatus = contractState({ contractStart, contractEnd }, today(), await nearDays(tx))
    return { ...given, contractStatus }
  },
  opened: (tx, rows) =>
    openAccounts(
      tx,
      rows.map((row) => ({ holder: { accountType: 3, payerId: row.id }, accountName: row.payerName })),
    ),
  async switching(tx, row, status) {
    if (status === 0 && (await hasOpenItems(tx, row.id))) throw conflict(`${OPEN_ITEMS}，不能停用`)
  },
  async deleting(tx, row) {
    if (await hasOpenItems(tx, row.id)) throw conflict(`${OPEN_ITEMS}，不能删除`)
  },
})

export const shipToHandlers = partnerHandlers({ ...SHIP_TO, entity: shipTo }, shipToCalls, {
  async prepare(tx, values, before) {
    const { receiveFrom = '', receiveTo = '' } = { ...before, ...values }
    if (receiveFrom !== '' && receiveTo !== '' && receiveTo < receiveFrom)
      throw refuse('结束时间不能早于开始时间', 'receiveTo')
    return completeRegion(tx, values)
  },
})

export const invoiceToHandlers = partnerHandlers({ ...INVOICE_TO, entity: invoiceTo }, invoiceToCalls, {
  async prepare(tx, values, before) {
    const row = { ...before, ...values }
    const faults = invoiceFaults(row)
    if (faults.length > 0) throw refuseFields(faults)
    const isAsked = row.taxNo !== before?.taxNo || row.companyId !== before?.companyId
    if (isAsked && Reflect.get(values, 'confirmed') !== 1) await askTaxNo(tx, row.companyId, row.taxNo)
    return values
  },
})

/** A tax number is usually the credit code of the company; another one is asked about. Catalog §6.2. */
async function askTaxNo(tx: Tx, companyId: number | undefined, taxNo: string | undefined): Promise<void> {
  const creditCode = await creditCodeOf(tx, companyId ?? 0)
  if (creditCode !== '' && creditCode !== taxNo) throw conflict(TAX_NO_DIFFERS, { reason: 'confirm' })
}
