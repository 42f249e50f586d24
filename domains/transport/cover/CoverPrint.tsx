import { PrintSheets } from '#kit/web/print/PrintSheets.tsx'
import { CoverSheet } from './CoverSheet.tsx'
import { coverCalls as calls } from './cover.calls.ts'

/** 打印封面. Warehouse §5.6. */
export default function CoverPrint() {
  return <PrintSheets title="打印封面" Sheet={CoverSheet} printed={calls.print} />
}
