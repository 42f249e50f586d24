import { Modal } from 'antd'
import { openDialog } from '#kit/web/host.tsx'
import { CallError } from '#kit/web/request.ts'
import { Table } from '#kit/web/Table.tsx'
import { toastLoading, toastSuccess } from '#kit/web/toast.ts'

interface Named {
  id: number
  productCode: string
  storeName: string
}

/** Why something could not be done with a product, or with it in one channel. */
export interface Failure {
  name: string
  reason: string
}

/**
 * Does one thing with each product, one after the other. Products that refuse do not stop the others; what was
 * refused is listed with its reason. `work` answers what failed within a product that did not refuse as a whole.
 */
export async function eachProduct<R extends Named>(
  rows: readonly R[],
  label: string,
  work: (row: R) => Promise<readonly Failure[]>,
): Promise<void> {
  const close = toastLoading(`正在${label}，共${rows.length}个商品`)
  const failures: Failure[] = []
  let done = 0
  try {
    for (const row of rows) {
      try {
        const partly = await work(row)
        failures.push(...partly)
        if (partly.length === 0) done++
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        // Without a session or a connection the others would fail alike.
        if (error.code === 401 || error.code === 0) return
        failures.push({ name: `${row.productCode} ${row.storeName}`, reason: error.message })
      }
    }
  } finally {
    close()
  }
  if (failures.length === 0) toastSuccess('操作成功')
  else await showFailures(label, done, failures)
}

/** What was refused, with the reasons. */
export async function showFailures(label: string, done: number, failures: readonly Failure[]): Promise<void> {
  await openDialog<null>((close) => (
    <Modal
      open
      width={640}
      title={`${label}：成功${done}个，失败${failures.length}个`}
      mask={{ closable: false }}
      okText="知道了"
      cancelButtonProps={{ style: { display: 'none' } }}
      onOk={() => close(null)}
      onCancel={() => close(null)}
    >
      <Table<Failure>
        rowKey="name"
        scroll={{ y: 320 }}
        columns={[
          { title: '商品', dataIndex: 'name', className: 'p-name' },
          { title: '原因', dataIndex: 'reason', className: 'p-name' },
        ]}
        dataSource={[...failures]}
      />
    </Modal>
  ))
}
