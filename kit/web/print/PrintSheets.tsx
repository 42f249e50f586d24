import type { ComponentType } from 'react'
import { useParams } from 'react-router'
import { PrintPage } from './PrintPage.tsx'
import { type PrintCall, usePrinted } from './usePrinted.ts'

interface PrintSheetsProps {
  title: string
  /** reads what it shows by itself */
  Sheet: ComponentType<{ id: number }>
  /** counts the print */
  printed?: PrintCall
}

/** The sheets of the records that the address names by :idList, one each. Frame §5. */
export function PrintSheets({ title, Sheet, printed }: PrintSheetsProps) {
  const { idList = '' } = useParams()
  usePrinted(printed, idList)
  const ids = idList.split(',').filter((id) => /^\d+$/.test(id))
  return <PrintPage title={title} sheets={ids.map((id) => <Sheet key={id} id={Number(id)} />)} />
}

/** In place of a sheet while it is read. */
export const WaitingSheet = () => <div className="k-paper">正在读取…</div>
