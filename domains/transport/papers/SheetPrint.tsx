import { PrintSheets } from '#kit/web/print/PrintSheets.tsx'
import { PaperSheet } from './PaperSheet.tsx'
import { papersCalls as calls } from './papers.calls.ts'

/** 打印附表. Warehouse §5.6. */
export default function SheetPrint() {
  return <PrintSheets title="打印附表" Sheet={PaperSheet} printed={calls.print} />
}
