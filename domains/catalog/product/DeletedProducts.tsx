import { Input, Modal } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { formatTime } from '#kit/shared/time.ts'
import { type Act, ActButton, callAct } from '#kit/web/actions.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { usePaging } from '#kit/web/list/usePaging.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { Table } from '#kit/web/Table.tsx'
import { browserZone } from '#kit/web/time/zone.ts'
import { useCall } from '#kit/web/useCall.ts'
import { storeCalls } from './product.calls.ts'
import { TOUCHED } from './touched.ts'
import './product.css'

type Row = OutWireOf<typeof storeCalls.deleted>['list'][number]

/** 找回: back into the recycle bin. Catalog §3.3. */
const recoverAct: Act<Row> = callAct(storeCalls.recover, {
  label: '找回',
  prompt: (row) => `确定找回商品“${row.storeName}”吗？找回后进入商品回收站`,
  success: '找回成功',
  input: ({ id }) => ({ id }),
  touches: TOUCHED,
})

const COLUMNS = [
  { title: '商品编码', dataIndex: 'productCode', width: 130 },
  { title: '商品名称', dataIndex: 'storeName', className: 'p-name' },
  {
    title: '删除时间',
    dataIndex: 'deleteTime',
    width: 150,
    render: (time: number) => formatTime(time, browserZone),
  },
  { title: '删除人', dataIndex: 'adminName', width: 100 },
  {
    title: '操作',
    key: 'acts',
    width: 70,
    render: (_: unknown, row: Row) => <ActButton act={recoverAct} target={row} link />,
  },
]

/** Opens what was deleted for good in the last 30 days. */
export function openDeleted(): Promise<null> {
  return openDialog<null>((close) => <DeletedProducts onClose={() => close(null)} />)
}

function DeletedProducts({ onClose }: { onClose(): void }) {
  const [keywords, setKeywords] = useState('')
  const { paging, state, first } = usePaging()
  const { data, error, refetch } = useCall(
    storeCalls.deleted,
    { ...paging, keywords },
    { keep: true, quiet: true },
  )
  return (
    <Modal open width={760} title="已删除商品" footer={null} mask={{ closable: false }} onCancel={onClose}>
      <p className="k-hint">彻底删除30天内的商品可以找回到商品回收站，编码和条码须未被其他商品使用</p>
      <Input.Search
        className="p-search"
        aria-label="商品搜索"
        placeholder="商品编码、名称、条码"
        allowClear
        onSearch={(text) => {
          setKeywords(text)
          first()
        }}
      />
      {data === undefined ? (
        error === null ? (
          <Loading rows={5} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <>
          <Table<Row>
            columns={COLUMNS}
            dataSource={data.list}
            scroll={{ x: 620, y: 360 }}
            locale={{ emptyText: keywords === '' ? '最近30天没有删除商品' : '没有符合条件的商品' }}
          />
          {data.total > 0 && <Pager total={data.total} more={data.more ?? false} state={state} />}
        </>
      )}
    </Modal>
  )
}
