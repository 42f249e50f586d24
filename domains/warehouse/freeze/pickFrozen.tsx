import type { OutWireOf } from '#kit/shared/call.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openPicker, type PickerFacts } from '#kit/web/picker/PickerModal.tsx'
import { lotWords } from '../stock/lotNo.ts'
import { freezeCalls } from './freeze.document.ts'

type Open = OutWireOf<typeof freezeCalls.open>['list'][number]

const frozen: PickerFacts<Open> = {
  title: '选择冻结商品',
  width: 960,
  call: freezeCalls.open,
  columns: ['productName', 'suk', 'freezeNo', 'sectionId', 'lotNo', 'remain'],
  searched: '商品名称、规格编码、冻结单号、批次号',
  empty: '请选择冻结商品',
  made: { title: '冻结单', page: '/wms/freeze' },
  label: (row) => `${row.freezeNo} ${row.productName} ${lotWords(row.lotNo)}`.trimEnd(),
}

/** Chooses lines of freezes of a warehouse that still hold something; the quantity proposed is what is left. Warehouse §4.6, §4.11. */
export async function pickFrozen(warehouseId: number): Promise<WireRow[] | null> {
  const picked = await openPicker(frozen, { multiple: true, filter: { warehouseId } })
  return picked?.map(({ id: _id, remain, ...row }) => ({ ...row, remain, qty: remain })) ?? null
}
