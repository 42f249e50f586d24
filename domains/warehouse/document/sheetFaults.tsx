import { Table } from '#kit/web/Table.tsx'

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
