import type { EntityRow } from '#kit/shared/entity.ts'
import type { FieldError } from '#kit/shared/errors.ts'
import { lineFaults } from '../document/document.rules.ts'
import { SECTION } from '../stock/sections.rules.ts'
import { EXCHANGE, type exchangeInBill } from './exchange.entity.ts'

export type ExchangeIn = EntityRow<typeof exchangeInBill>

/** What is wrong with an exchange before anybody looks at stock: what it is against, and where its goods go. Warehouse §5.10, §12. */
export function exchangeFaults(
  {
    exchangeType,
    refundSn,
    stockoutId,
    lines,
  }: Pick<ExchangeIn, 'exchangeType' | 'refundSn' | 'stockoutId' | 'lines'>,
  typeOf: (sectionId: number) => number | undefined,
): FieldError[] {
  const faults = lineFaults(lines)
  if (exchangeType === EXCHANGE.customer && refundSn === '')
    faults.push({ field: 'refundSn', message: '请输入售后单' })
  if (exchangeType === EXCHANGE.supplier && stockoutId === null)
    faults.push({ field: 'stockoutId', message: '请选择换出出库单' })
  for (const [at, { grade, sectionId, outSkuId, outQty }] of lines.entries()) {
    if (grade !== 'A' && grade !== null && typeOf(sectionId) !== SECTION.bad)
      faults.push({ field: `lines.${at}.sectionId`, message: '次品和报废只能放入不良品区' })
    if (exchangeType !== EXCHANGE.supplier) continue
    if (outSkuId === null) faults.push({ field: `lines.${at}.outSkuId`, message: '请选择换出商品' })
    if ((outQty ?? 0) <= 0) faults.push({ field: `lines.${at}.outQty`, message: '换出数量必须大于0' })
  }
  return faults
}
