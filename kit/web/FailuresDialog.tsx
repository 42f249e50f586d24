import { Button } from 'antd'
import type { Failure } from './batch.ts'
import { Dialog } from './Dialog.tsx'
import { openDialog } from './host.tsx'
import { Table } from './Table.tsx'

const WIDTH = 640

/** How many were done, and each that was refused with its reason. Screens §2. */
export async function showFailures(label: string, done: number, failures: readonly Failure[]): Promise<void> {
  await openDialog<null>((close) => (
    <Dialog
      width={WIDTH}
      title={`${label}：成功${done}条，失败${failures.length}条`}
      footer={
        <Button type="primary" onClick={() => close(null)}>
          知道了
        </Button>
      }
      onCancel={() => close(null)}
    >
      <Table<Failure & { at: number }>
        rowKey="at"
        scroll={{ y: 320 }}
        columns={[
          { title: '名称', dataIndex: 'name', className: 'k-breaks' },
          { title: '原因', dataIndex: 'reason', className: 'k-breaks' },
        ]}
        dataSource={failures.map((one, at) => ({ ...one, at }))}
      />
    </Dialog>
  ))
}
