import { Button, Space } from 'antd'
import { useRef, useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { isSheet } from '#kit/web/list/isSheet.ts'
import { invalidate } from '#kit/web/query.ts'
import { CallError } from '#kit/web/request.ts'
import { toastError, toastInfo, toastSuccess } from '#kit/web/toast.ts'
import { download, upload } from '#kit/web/transfer.ts'
import { SheetFaults } from '../document/sheetFaults.tsx'
import { countCalls as calls } from './count.document.ts'

type Faults = Parameters<typeof SheetFaults>[0]['faults']

/** 表格导入 of a sheet that is counted: its open lines as a file, and the file filled in. Warehouse §9. */
export function ImportCounts({ id, touches }: { id: number; touches: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [reading, setReading] = useState(false)
  const take = async (file: File | undefined) => {
    if (file === undefined || !isSheet(file)) return
    setReading(true)
    try {
      const { done, faults } = await upload(calls.importEntry, { id }, file)
      if (faults.length > 0) void tellFaults(faults)
      else if (done === 0) toastInfo('表格中没有填写的行')
      else {
        toastSuccess(`已导入${done}行`)
        await invalidate(touches)
      }
    } catch (error) {
      // What the server refuses has been shown.
      if (!(error instanceof CallError)) toastError('读取文件失败')
    } finally {
      setReading(false)
    }
  }
  return (
    <Space wrap>
      <Button onClick={() => void download(calls.entryTemplate, { id })}>下载表格</Button>
      <Button loading={reading} onClick={() => input.current?.click()}>
        导入表格
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xlsx,.csv"
        aria-label="选择实盘文件"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </Space>
  )
}

function tellFaults(faults: Faults): Promise<null> {
  return openDialog<null>((close) => (
    <Dialog
      width={640}
      title={`有${new Set(faults.map((one) => one.rowNo)).size}行有误，未导入任何数据`}
      footer={
        <Button type="primary" onClick={() => close(null)}>
          知道了
        </Button>
      }
      onCancel={() => close(null)}
    >
      <SheetFaults faults={faults} />
    </Dialog>
  ))
}
