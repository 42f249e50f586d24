import { CloudServerOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import type { Page } from '#kit/shared/call.ts'
import { sizeText } from '#kit/shared/text.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { download } from '#kit/web/transfer.ts'
import { useCall } from '#kit/web/useCall.ts'
import { backupCalls as calls } from './backup.calls.ts'
import { backup } from './backup.entity.ts'

const READS = ['fileName', 'result', 'size', 'status'] as const
type Row = RowSeen<typeof calls.list, typeof READS>

const LIST_CALLS = { list: calls.list }
const SHOW = ['fileName', 'createTime', 'reason', 'kind', 'status', 'size', 'result']
const COLUMNS = {
  fileName: { render: (row: Row) => row.fileName || '—' },
  size: { width: 90, render: (row: Row) => (row.status === 1 ? sizeText(row.size) : '—') },
}
const POLL_MS = 2000
const RUNNING = 0
const DONE = 1

/** Looks again while a backup is being made or verified. */
const every = (page: Page<Row> | undefined): number | false =>
  page?.list.some(({ status, result }) => status === RUNNING || (status === DONE && result === 0))
    ? POLL_MS
    : false

const TOP: readonly Act<void>[] = [
  callAct(calls.create, {
    label: '立即备份',
    icon: <CloudServerOutlined />,
    primary: true,
    input: () => ({}),
    success: '已开始备份，期间可正常使用',
  }),
]
const ACTIONS: readonly Act<Row>[] = [
  callAct(calls.verify, {
    label: '校验',
    when: (row) => row.status === DONE,
    input: ({ id }) => ({ id }),
    success: '已开始校验',
  }),
  act({
    label: '下载',
    permission: calls.download,
    when: (row) => row.status === DONE,
    run: ({ id, fileName }) => download(calls.download, { id }, fileName),
  }),
]

/** 数据备份. Platform §14.6. */
export default function BackupList() {
  const { data: place } = useCall(calls.place, {}, { quiet: true })
  return (
    <ListPage
      reads={READS}
      of={backup}
      calls={LIST_CALLS}
      show={SHOW}
      columns={COLUMNS}
      dated="备份时间"
      top={TOP}
      actions={ACTIONS}
      every={every}
      empty="还没有备份，每天02:30自动备份"
      above={place?.database === false && <OutsideDatabase hasFiles={place.files} />}
    />
  )
}

function OutsideDatabase({ hasFiles }: { hasFiles: boolean }) {
  return (
    <Alert
      showIcon
      type="info"
      title="请使用数据库自身的备份"
      description={
        hasFiles
          ? '正在使用外部 PostgreSQL，这里只备份上传的文件。'
          : '数据库与文件均在外部，这里没有可备份的内容。'
      }
    />
  )
}
