import { Input } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, Acts, callAct } from '#kit/web/actions.tsx'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { openAppCalls as calls } from './openApp.calls.ts'

type Row = OutWireOf<typeof calls.customerList>['list'][number]

const timeText = (seconds: number) => formatTime(seconds, browserZone)

const ACTS: readonly Act<Row>[] = [
  callAct(calls.customerEnd, {
    label: '结束',
    danger: true,
    prompt: ({ uid }) => `用户 ${uid} 须重新登录，确定结束该会话吗？`,
    input: ({ id }) => ({ id }),
    success: '会话已结束',
    touches: [calls.customerList.path],
  }),
]

const COLUMNS = [
  { title: '用户编号', dataIndex: 'uid', width: 120 },
  { title: '登录时间', dataIndex: 'createTime', width: 160, render: timeText },
  { title: '到期时间', dataIndex: 'expireTime', width: 160, render: timeText },
  { title: 'IP', dataIndex: 'ip', width: 140 },
  {
    title: '操作',
    key: 'acts',
    width: 90,
    render: (row: Row) => <Acts acts={ACTS} target={row} link />,
  },
]

/** 客户会话: which customers are signed in at an application. */
export function CustomerSessions({ appId }: { appId: number }) {
  const [uid, setUid] = useState<number | null>(null)
  return (
    <>
      <div className="k-list-bar">
        <Input.Search
          allowClear
          aria-label="用户编号"
          placeholder="用户编号"
          style={{ width: 180 }}
          onSearch={(text) => setUid(/^\d{1,9}$/.test(text.trim()) ? Number(text) : null)}
        />
      </div>
      <CallTable
        key={uid}
        call={calls.customerList}
        input={(paging) => ({ appId, ...(uid === null ? {} : { uid }), ...paging })}
        columns={COLUMNS}
        empty="没有登录中的客户"
      />
    </>
  )
}
