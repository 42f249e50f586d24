import { ScanOutlined } from '@ant-design/icons'
import { Button, Input, Space } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import LinesInput from '#kit/fields/lines/web.tsx'
import { lines, text } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import LinesView from '#kit/web/lines/LinesView.tsx'
import { rowsOf } from '#kit/web/lines/line.ts'
import { newKey } from '#kit/web/newKey.ts'
import { mayCall } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { change, useCall } from '#kit/web/useCall.ts'
import { SORT_ACTS } from './SortList.tsx'
import { sortCalls as calls, sortLineRows } from './sort.calls.ts'
import { SORT, SORT_STATES, sortOrder } from './sortOrder.entity.ts'

const MOST = 1000
const TOUCHES = ['/admin/wts', '/admin/wms']
const SECTIONS = [
  {
    title: '分拣单',
    fields: ['pickListId', 'warehouseId', 'planDate', 'slotCount', 'taskCount', 'skuCount', 'sorterId'],
  },
]
const { slotNo, orderSubSn, customer, storeName, suk, qty, sortedQty, diffReason } = sortLineRows
const SEEN = lines('明细', { slotNo, orderSubSn, customer, storeName, suk, qty, sortedQty, diffReason })

/** 分拣单详情: a scan says which slot wants the goods. Warehouse §5.3. */
export default function SortInfo() {
  const id = Number(useParams().id)
  if (!id) return <Empty text="请在分拣单列表中选择要查看的分拣单" />
  return (
    <InfoPage
      of={sortOrder}
      call={calls.info}
      id={id}
      title={(row) => `分拣单 ${row.sortSn}`}
      name={(row) => row.sortSn}
      states={(row) => [SORT_STATES.find((one) => one.value === row.status)]}
      actions={SORT_ACTS}
      back="/wts/sortOrder"
      figures={(row) => [
        { label: '应分', value: row.totalQty },
        { label: '已分', value: row.sortedQty },
      ]}
      sections={SECTIONS}
      parts={(row) => [{ key: 'lines', label: '明细', content: <Slots sort={row} /> }]}
    />
  )
}

type Line = OutWireOf<typeof calls.lines>['list'][number]

function Slots({ sort }: { sort: { id: number; status: number } }) {
  const { data, error, refetch } = useCall(
    calls.lines,
    { sortOrderId: sort.id, limit: MOST },
    { quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading rows={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const isOpen = sort.status === SORT.waits || sort.status === SORT.runs
  return (
    <>
      {isOpen && mayCall(calls.scan) && <ScanField id={sort.id} />}
      <LinesView field={SEEN} name="lines" value={data.list} row={sort} wide />
      {sort.status === SORT.runs && mayCall(calls.finish) && (
        <Space style={{ marginTop: 8 }}>
          <Button type="primary" onClick={() => void finish(sort.id, data.list)}>
            完成分拣
          </Button>
        </Space>
      )}
    </>
  )
}

const OPEN_SHAPE = {
  ...{ slotNo, storeName, suk },
  ...{ qty, sortedQty },
  diffReason: text('差异原因', { max: 100, required: true, width: 200 }),
}
const Fixed = (props: InputProps) => <LinesInput {...props} fixed />
const INPUTS = { reasons: { Input: Fixed, help: '没有分完的数量冻结待盘，并退回订单待发' } }

/** Through: what is missing of a slot needs a reason. */
async function finish(id: number, list: readonly Line[]): Promise<void> {
  const open = list.filter((line) => line.sortedQty < line.qty)
  if (open.length === 0) {
    await change(calls.finish, { id, reasons: [] }, { success: '分拣已完成', touches: TOUCHES })
    return
  }
  await openForm({
    of: sortOrder,
    calls: { save: calls.finish },
    id: null,
    title: `完成分拣：还有${open.length}行未分完`,
    width: 860,
    shape: { reasons: lines('差异', OPEN_SHAPE, { max: 500 }) },
    initial: { reasons: open.map((line) => ({ ...line, diffReason: '' })) },
    inputs: INPUTS,
    complete: (_input, values) => ({
      id,
      reasons: rowsOf(values.reasons).map((line) => ({ lineId: line.id, diffReason: line.diffReason ?? '' })),
    }),
    success: '分拣已完成',
    touches: TOUCHES,
  })
}

/** Scan, and the slot it goes into stands large beside. */
function ScanField({ id }: { id: number }) {
  const [code, setCode] = useState('')
  const [said, setSaid] = useState('')
  const scan = async () => {
    if (code.trim() === '') return
    setCode('')
    const input = { id, code: code.trim(), lineId: null, slotNo: null, qty: 1, scanId: newKey() }
    const done = await change(calls.scan, input, { touches: ['/admin/wts'] })
    const left = done.slots.map((one) => `${one.slotNo}号格 ${one.qty}`).join('、')
    setSaid(`放入 ${done.slotNo} 号格${left === '' ? '' : `，还需：${left}`}`)
  }
  return (
    <Space direction="vertical" style={{ width: '100%', marginBottom: 8 }}>
      <Input
        size="large"
        prefix={<ScanOutlined />}
        placeholder="扫描商品条码，回车确认"
        aria-label="扫描商品条码"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onPressEnter={() => void scan()}
      />
      <strong role="status" style={{ fontSize: 18 }}>
        {said}
      </strong>
    </Space>
  )
}
