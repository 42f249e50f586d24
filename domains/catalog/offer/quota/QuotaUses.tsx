import { Drawer } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { openDialog } from '#kit/web/host.tsx'
import { CallTable } from '#kit/web/list/CallTable.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { channelLabel } from '../../product/channelLabel.ts'
import { quotaCalls } from './quota.calls.ts'

type Use = OutWireOf<typeof quotaCalls.uses>['list'][number]

const COLUMNS = [
  { title: '时间', width: 140, render: (_: unknown, row: Use) => formatTime(row.createTime, browserZone) },
  { title: '订单号', dataIndex: 'orderSn', width: 170 },
  { title: '渠道', width: 80, render: (_: unknown, row: Use) => channelLabel(row.channelId) },
  { title: '商品', width: 220, render: (_: unknown, row: Use) => `${row.productName} ${row.suk}` },
  { title: '购买人', dataIndex: 'buyer', width: 140 },
  { title: '数量', dataIndex: 'qty', width: 80, align: 'right' as const },
  { title: '已退回', dataIndex: 'given', width: 80, align: 'right' as const },
]

/** 使用明细: which order lines took how much of a quota. Catalog §3.5. */
export function openQuotaUses(row: { id: number; quotaName: string }): Promise<null> {
  return openDialog<null>((close) => <UsesDrawer row={row} onClose={() => close(null)} />)
}

function UsesDrawer({ row, onClose }: { row: { id: number; quotaName: string }; onClose(): void }) {
  const phone = useIsPhone()
  const [open, setOpen] = useState(true)
  return (
    <Drawer
      title={<span className="p-name">使用明细 {row.quotaName}</span>}
      size={phone ? '100%' : 960}
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(now) => {
        if (!now) onClose()
      }}
    >
      <CallTable
        call={quotaCalls.uses}
        input={(paging) => ({ id: row.id, ...paging })}
        columns={COLUMNS}
        empty="还没有订单使用该限额"
      />
    </Drawer>
  )
}
