import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Table } from '#kit/web/Table.tsx'
import { pictureCalls } from './pictures.calls.ts'
import { productImgLog } from './productImgLog.entity.ts'

const READS = ['errors'] as const
type Row = RowSeen<typeof pictureCalls.logs, typeof READS>

const SHOW = ['createTime', 'fileName', 'okCount', 'failCount', 'adminName']
const COLUMNS = { createTime: { title: '时间' } }
const CALLS = { list: pictureCalls.logs }
const AT_ONCE = 20

function Errors({ row }: { row: Row }) {
  if (row.errors.length === 0) return <Empty text="全部导入成功" />
  return (
    <Table
      rowKey="file"
      pages={AT_ONCE}
      columns={[
        { title: '文件', dataIndex: 'file' },
        { title: '原因', dataIndex: 'message' },
      ]}
      dataSource={row.errors}
    />
  )
}

/** What was imported, and what was refused file by file. */
export function PictureLogs() {
  return (
    <ListPage
      reads={READS}
      of={productImgLog}
      calls={CALLS}
      show={SHOW}
      columns={COLUMNS}
      dated="导入时间"
      expand={(row) => <Errors row={row} />}
      empty="还没有导入记录，可在“商品图片”中批量导入"
    />
  )
}
