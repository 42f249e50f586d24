import { Alert, Button, Modal } from 'antd'
import { useRef, useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { Dialog } from '#kit/web/Dialog.tsx'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openDialog } from '#kit/web/host.tsx'
import { isSheet } from '#kit/web/list/isSheet.ts'
import { CallError } from '#kit/web/request.ts'
import { toastError } from '#kit/web/toast.ts'
import { download, upload } from '#kit/web/transfer.ts'
import type { LineSheet, LineSheetCalls } from './lineSheet.ts'
import { SheetFaults } from './sheetFaults.tsx'

type Read = OutWireOf<LineSheetCalls['lineSheet']>

/** Beside choosing goods: the lines of a sheet. Warehouse §9. */
export const sheetPicking = (calls: LineSheetCalls, sheet: LineSheet) => ({
  label: '表格导入',
  pick: (warehouseId: number) =>
    openDialog<readonly WireRow[] | null>((close) => (
      <SheetDialog calls={calls} sheet={sheet} warehouseId={warehouseId} onClose={close} />
    )),
})

interface DialogProps {
  calls: LineSheetCalls
  sheet: LineSheet
  warehouseId: number
  onClose(lines: readonly WireRow[] | null): void
}

/** Template, file, and the lines it brings; rows that are wrong are told one by one, and the others may be taken without them. */
function SheetDialog({ calls, sheet, warehouseId, onClose }: DialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState(false)
  const [found, setFound] = useState<Read | null>(null)
  const take = async (file: File | undefined) => {
    if (file === undefined || !isSheet(file)) return
    setReading(true)
    try {
      const answer = await upload(calls.lineSheet, { warehouseId }, file)
      if (answer.faults.length === 0) onClose(answer.lines)
      else setFound(answer)
    } catch (error) {
      // What the server refuses has been shown.
      if (!(error instanceof CallError)) toastError('读取文件失败')
    } finally {
      setReading(false)
    }
  }
  const bad = new Set(found?.faults.map((one) => one.rowNo)).size
  return (
    <Dialog
      title={`导入${sheet.title}`}
      width={640}
      cancelText="取消"
      okText={
        found === null
          ? '选择文件'
          : found.lines.length === 0
            ? '重新选择文件'
            : `填入其余${found.lines.length}行`
      }
      confirmLoading={reading}
      onOk={() => {
        if (found === null || found.lines.length === 0) input.current?.click()
        else onClose(found.lines)
      }}
      onCancel={() => onClose(null)}
    >
      <p className="k-hint">
        填好模板后选择文件（xlsx、csv），每行填成一条明细，核对后再保存单据。
        <Button
          type="link"
          className="k-link"
          onClick={() => void download(calls.lineTemplate, {}, `${sheet.title}模板.xlsx`)}
        >
          下载模板
        </Button>
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv"
        aria-label="选择明细文件"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {found !== null && (
        <>
          <Alert
            showIcon
            type="warning"
            title={`${bad}行有误，没有填入`}
            description="请在表格中改正后重新选择文件"
            action={
              found.lines.length > 0 && <Button onClick={() => input.current?.click()}>重新选择文件</Button>
            }
            style={{ marginBottom: 12 }}
          />
          <SheetFaults faults={found.faults} />
        </>
      )}
    </Dialog>
  )
}

/** What makes a line another one: what it says besides its quantity, and what it was loaded from. */
const APART = [
  'skuId',
  'sectionId',
  'toSectionId',
  'lotNo',
  'outSkuId',
  'freezeLineId',
  'purchaseLineId',
] as const
const placeOf = (row: WireRow): string => APART.map((name) => String(row[name] ?? '')).join(' ')

/** Lines that say the same goods, place and lot as another, joined to it where the person wants that. Warehouse §3. */
export async function merged(rows: readonly WireRow[]): Promise<readonly WireRow[]> {
  const groups = Map.groupBy(rows, placeOf)
  const twice = rows.length - groups.size
  if (twice === 0 || !(await wantsMerge(twice))) return rows
  return [...groups.values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const typed = own.flatMap((row) => (row.qty == null ? [] : Math.round(Number(row.qty) * 1000)))
    return [{ ...first, qty: typed.length === 0 ? null : typed.reduce((sum, q) => sum + q, 0) / 1000 }]
  })
}

/** Whether lines that say the same are joined; they stay as they are when not, and the form says so. */
function wantsMerge(count: number): Promise<boolean> {
  return openDialog<boolean>((close) => (
    <Modal
      open
      title="合并明细"
      width={420}
      okText="合并数量"
      cancelText="保留各行"
      onOk={() => close(true)}
      onCancel={() => close(false)}
    >
      {`有${count}行与其他明细的商品、库区和批次相同，是否合并为一行并相加数量？`}
    </Modal>
  ))
}
