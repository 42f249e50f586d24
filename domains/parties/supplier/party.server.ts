import { sql } from 'kysely'
import { type CodeSeries, nextCode } from '#kit/server/codes.ts'
import type { Tx } from '#kit/server/database.ts'
import { lockRow, updateRow } from '#kit/server/rows.ts'
import type { Entity } from '#kit/shared/entity.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import type { Field, RowOf } from '#kit/shared/field.ts'
import { today } from '#kit/shared/time.ts'
import { nearDays } from '../partner/partner.server.ts'
import { contractState } from '../partner/validity.rules.ts'
import { completeRegion } from '../region.server.ts'

/** Fields suppliers and carriers share. */
type PartyShape = {
  provinceId: Field<number | null>
  cityId: Field<number | null>
  districtId: Field<number | null>
  settleType: Field<number>
  creditDays: Field<number | null>
  contractNo: Field<string>
  contractStart: Field<string | null>
  contractEnd: Field<string | null>
  contractStatus: Field<0 | 1 | 2 | 3 | null>
  inForce: Field<0 | 1>
  status: Field<0 | 1>
  closeReason: Field<string>
}
export type PartyColumns = RowOf<PartyShape>

const BY_TERM = 4

/** partyType of contracts. Doors §7.1. */
const PARTY_TYPE = { supplier: 4, logisticsProvider: 5 } as const

/** Refuses what suppliers and carriers may not be: on credit without days, with a contract that ends before it begins. */
export function verifyParty(values: Partial<PartyColumns>, before: PartyColumns | null): void {
  const row: Partial<PartyColumns> = { ...before, ...values }
  if (row.settleType === BY_TERM && row.creditDays == null) throw refuse('请输入账期(天)', 'creditDays')
  const { contractStart = null, contractEnd = null } = row
  if (contractStart !== null && contractEnd !== null && contractEnd < contractStart)
    throw refuse('合同结束不能早于合同开始', 'contractEnd')
}

/** Checks and completes what suppliers and carriers share: region, credit days, the contract and its state. */
export async function completeParty<V extends Partial<PartyColumns>>(
  tx: Tx,
  table: keyof typeof PARTY_TYPE,
  values: V,
  before: (PartyColumns & { id: number }) | null,
): Promise<V> {
  verifyParty(values, before)
  const whole = await completeRegion(tx, values)
  if (before !== null && (await isContracted(tx, PARTY_TYPE[table], before.id))) {
    // An approved contract rules: what was typed beside it does not count.
    const { contractNo, contractStart, contractEnd } = before
    return { ...whole, contractNo, contractStart, contractEnd }
  }
  const { contractStart = null, contractEnd = null } = { ...before, ...values }
  const contractStatus = contractState({ contractStart, contractEnd }, today(), await nearDays(tx))
  return { ...whole, contractStatus }
}

async function isContracted(tx: Tx, partyType: 4 | 5, partyId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('partyContract')
    .select('partyId')
    .where('partyType', '=', partyType)
    .where('partyId', '=', partyId)
    .executeTakeFirst()
  return row !== undefined
}

const CODE_DIGITS = 5

/**
 * The code of a party: as typed, else the one it has, else prefix and five digits nobody typed before. A party in
 * force keeps its code, for its rows in SAP are found by it.
 */
export async function partyCode(
  tx: Tx,
  of: Entity,
  field: 'supplierCode' | 'providerCode',
  prefix: string,
  given: string | undefined,
  before: { code: string; inForce: 0 | 1 } | null,
): Promise<string> {
  if (before?.inForce === 1 && given && given !== before.code)
    throw refuse(`${of.shape[field]?.label ?? ''}已生效，不能修改`, field)
  if (given || before?.code) return given || before?.code || ''
  return nextCode(tx, partyCodes(field, prefix))
}

/** Codes of suppliers or carriers: prefix and five digits. */
export function partyCodes(field: 'supplierCode' | 'providerCode', prefix: string): CodeSeries {
  const table = field === 'supplierCode' ? 'supplier' : 'logisticsProvider'
  return {
    sequence: field,
    codeOf: (value) => `${prefix}${String(value).padStart(CODE_DIGITS, '0')}`,
    async taken(tx, codes) {
      const { rows } = await sql<{ code: string }>`select ${sql.ref(field)} as "code" from ${sql.table(table)}
        where lower(${sql.ref(field)}) = any(${sql.val(codes.map((code) => code.toLowerCase()))}::text[])
          and "isDel" = 0`.execute(tx)
      return new Set(rows.map((row) => row.code.toUpperCase()))
    },
  }
}

/** 停用 and 启用 of an approved party; it asks why, and `stopping` may refuse. Catalog §8.1. */
export async function switchParty(
  tx: Tx,
  of: Entity<string, PartyShape>,
  { id, status, reason }: { id: number; status: 0 | 1; reason: string },
  stopping?: () => Promise<void>,
): Promise<void> {
  const row = await lockRow(tx, of, id)
  const { inForce, status: now } = row
  if (inForce !== 1) throw conflict(`${of.label}未审核通过，不能${status === 1 ? '启用' : '停用'}`)
  if (now === status) return
  if (status === 0 && reason === '') throw refuse('请输入停用原因', 'reason')
  if (status === 0) await stopping?.()
  await updateRow(tx, of, row, { status, closeReason: status === 1 ? '' : reason })
}
