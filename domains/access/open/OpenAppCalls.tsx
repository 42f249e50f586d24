import { Select } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { openAppCalls as calls } from './openApp.calls.ts'

type Row = OutWireOf<typeof calls.logList>['list'][number]

const DONE = 200

const COLUMNS = [
  {
    title: '时间',
    dataIndex: 'time',
    width: 150,
    render: (seconds: number) => formatTime(seconds, browserZone),
  },
  { title: '接口', key: 'path', width: 210, render: ({ method, path }: Row) => `${method} ${path}` },
  {
    title: '结果码',
    dataIndex: 'code',
    width: 80,
    render: (code: number) => <StateTag label={String(code)} means={code === DONE ? 'done' : 'wrong'} />,
  },
  { title: '提示', dataIndex: 'message', width: 170, render: (text: string) => text || NONE },
  { title: '耗时(毫秒)', dataIndex: 'ms', width: 100, align: 'right' as const },
  { title: 'IP', dataIndex: 'ip', width: 130 },
  { title: '请求号', dataIndex: 'requestId', width: 260 },
]

const OUTCOMES = [
  { value: 'ok' as const, label: '成功' },
  { value: 'failed' as const, label: '失败' },
]

/** 调用记录: what an application asked and was answered. */
export function OpenAppCalls({ appId }: { appId: number }) {
  const [outcome, setOutcome] = useState<'ok' | 'failed' | null>(null)
  return (
    <>
      <div className="k-list-bar">
        <Select
          aria-label="结果"
          allowClear
          placeholder="全部结果"
          value={outcome}
          style={{ width: 140 }}
          options={OUTCOMES}
          onChange={(value: 'ok' | 'failed' | undefined) => setOutcome(value ?? null)}
        />
      </div>
      <CallTable
        key={outcome}
        call={calls.logList}
        input={(paging) => ({ appId, ...(outcome === null ? {} : { outcome }), ...paging })}
        columns={COLUMNS}
        empty="还没有调用记录"
      />
    </>
  )
}
