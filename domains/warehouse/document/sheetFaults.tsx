import { Table } from '#kit/web/Table.tsx'
import { toastError } from '#kit/web/toast.ts'

const MAX_MB = 20

/** Whether a chosen file may be a sheet; said when it may not. */
export function isSheet(file: File): boolean {
  const isNamed = /\.(xlsx|csv)$/i.test(file.name)
  if (!isNamed) toastError('文件格式不正确, 请上传xlsx/csv格式文件!')
  else if (file.size > MAX_MB * 1024 * 1024) toastError(`上传文件大小不能超过 ${MAX_MB} MB!`)
  return isNamed && file.size <= MAX_MB * 1024 * 1024
}

interface Fault {
  readonly rowNo: number
  readonly column: string
  readonly message: string
}

/** What is wrong with which row of a sheet. */
export function SheetFaults({ faults }: { faults: readonly Fault[] }) {
  return (
    <Table<Fault>
      rowKey={(row) => `${row.rowNo} ${row.column} ${row.message}`}
      scroll={{ y: 280 }}
      columns={[
        { title: '行', dataIndex: 'rowNo', width: 64 },
        { title: '列', dataIndex: 'column', width: 130, className: 'k-breaks' },
        { title: '原因', dataIndex: 'message', className: 'k-breaks' },
      ]}
      dataSource={faults}
    />
  )
}
