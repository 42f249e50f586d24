import { Switch } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Table } from '#kit/web/Table.tsx'
import { change, useCall } from '#kit/web/useCall.ts'
import { ownNoticeCalls as calls } from './notice.calls.ts'
import './notice.css'

type Row = OutWireOf<typeof calls.wishes>[number]

const CHANNELS = [
  { name: 'notice', label: '站内信' },
  { name: 'sms', label: '短信' },
  { name: 'wechat', label: '公众号' },
] as const

const save = (row: Row, channel: (typeof CHANNELS)[number]['name'], on: boolean) =>
  change(calls.wish, { mark: row.mark, channel, on: on ? 1 : 0 }, { success: '操作成功' }).catch(
    () => undefined,
  )

const COLUMNS = [
  {
    title: '场景',
    width: 200,
    render: (_: unknown, row: Row) => (
      <>
        <div>{row.type}</div>
        <div className="set-notice-note">{row.description}</div>
      </>
    ),
  },
  ...CHANNELS.map(({ name, label }) => ({
    title: label,
    width: 80,
    render: (_: unknown, row: Row) => {
      const value = row[name]
      if (value === null) return '—'
      return (
        <Switch
          size="small"
          checked={value}
          aria-label={`${row.type}：${label}`}
          onChange={(on) => void save(row, name, on)}
        />
      )
    },
  })),
]

/** 通知设置 of the person: what they want to be told, and by which channel. Platform §6.5. */
export function NoticeWishes() {
  const { data, error, isPending, refetch } = useCall(calls.wishes, {}, { quiet: true })
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Table<Row> loading={isPending} columns={COLUMNS} dataSource={data ?? []} scroll={{ x: 'max-content' }} />
  )
}
