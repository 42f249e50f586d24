import type { Tx } from '#kit/server/database.ts'

/** A kind of record that goes to SAP. Doors §3. */
export interface SapType {
  label: string
  /** table that holds it, with the columns of sapFields; the bizType unless given */
  table?: string
  /**
   * After the delivery was answered, late answers included, or given up (`ok` false); the columns of sapFields are
   * written already. For what else follows, e.g. keeping the number SAP gave.
   */
  onResult?(tx: Tx, bizId: number, ok: boolean, sapDocNo: string, message: string): Promise<void>
}

const types = new Map<string, SapType>()

/** A room declares a kind of record it sends to SAP; given twice throws. Doors §3. */
export function declareSapType(bizType: string, type: SapType): void {
  if (types.has(bizType)) throw new Error(`SAP type ${bizType} is declared twice`)
  types.set(bizType, type)
}

export function sapType(bizType: string): SapType {
  const type = types.get(bizType)
  if (type === undefined) throw new Error(`Nobody declares SAP type ${bizType}`)
  return type
}

export const typeName = (bizType: string): string => types.get(bizType)?.label ?? bizType

export const allSapTypes = (): { value: string; label: string }[] =>
  [...types].map(([value, { label }]) => ({ value, label }))
