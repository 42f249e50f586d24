import { ScanOutlined } from '@ant-design/icons'
import { Button, Input, type InputRef, Progress, Space } from 'antd'
import { useRef, useState } from 'react'
import { choice, quantity, text } from '#kit/fields/shared.ts'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { Pager } from '#kit/web/list/Pager.tsx'
import { usePaging } from '#kit/web/list/usePaging.ts'
import { newKey } from '#kit/web/newKey.ts'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { toastInfo } from '#kit/web/toast.ts'
import { useCall } from '#kit/web/useCall.ts'
import { pickCalls as calls, pickLineRows } from './pick.calls.ts'
import { PICK_TOUCHES } from './pickActs.tsx'
import { LIST, pickListLine, SHORT_REASONS } from './pickList.entity.ts'
import './pick.css'
import { isLot } from '../stock/lotNo.ts'

type Line = OutWireOf<typeof calls.lines>['list'][number]

interface List {
  readonly id: number
  readonly status: number
  readonly lineCount: number
  readonly doneCount: number
}

const SIZE = 100
const leftOf = ({ qty, pickedQty, shortQty }: Line): number =>
  Math.round((qty - pickedQty - shortQty) * 1000) / 1000

const SHAPE = {
  qty: quantity('数量', { required: true }),
  lotNo: text('批次号', { max: 32 }),
  reason: text('改批原因', { max: 100 }),
}
const INPUTS = { lotNo: { help: '与建议批次不同时须填写改批原因' } }

/** What was taken of a line; what the picker reads on the shelf may be another lot. Warehouse §5.2. */
export const openPick = (line: Line) =>
  openForm({
    of: pickListLine,
    calls: { save: calls.pick },
    id: null,
    title: `拣货：${line.storeName} ${line.suk}`,
    width: 420,
    shape: SHAPE,
    groups: [{ fields: ['qty', 'lotNo', 'reason'] }],
    hidden: (name, values) => name === 'reason' && String(values.lotNo ?? '') === line.lotNo,
    initial: { qty: leftOf(line), lotNo: line.lotNo },
    inputs: INPUTS,
    complete: (input) => ({ ...input, lineId: line.id, scanId: newKey() }),
    success: '已拣货',
    touches: PICK_TOUCHES,
  })

export const openShort = (line: Line) =>
  openForm({
    of: pickListLine,
    calls: { save: calls.short },
    id: null,
    title: `登记缺货：还差 ${leftOf(line)}`,
    width: 420,
    shape: { reason: choice('缺货原因', SHORT_REASONS, { required: true }) },
    inputs: { reason: { help: '缺少的数量冻结待盘，并从其他批次补拣；没有其他批次的退回订单待发' } },
    complete: (input) => ({ ...input, lineId: line.id }),
    success: '已登记缺货',
    touches: PICK_TOUCHES,
  })

/** 明细 of a pick list: what is fetched from where, in the order of walking; a scan opens its line. Warehouse §5.2, §7. */
export function PickLines({ list }: { list: List }) {
  const { paging, state } = usePaging(SIZE)
  const { data, error, refetch } = useCall(
    calls.lines,
    { ...paging, pickListId: list.id },
    { keep: true, quiet: true },
  )
  if (data === undefined)
    return error === null ? <Loading rows={6} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const isOpen = list.status === LIST.open || list.status === LIST.picking
  const picks = isOpen && mayCall(calls.pick)
  return (
    <>
      {picks && <ScanField lines={data.list} />}
      <Progress
        percent={list.lineCount === 0 ? 0 : Math.round((list.doneCount / list.lineCount) * 100)}
        format={() => `${list.doneCount} / ${list.lineCount} 行`}
        aria-label="拣货进度"
      />
      <ol className="w-picks">
        {data.list.map((line) => (
          <PickCard key={line.id} line={line} picks={picks} shorts={isOpen && mayCall(calls.short)} />
        ))}
      </ol>
      <Pager total={data.total} more={data.more ?? false} state={state} sizes={[50, SIZE, 500]} />
    </>
  )
}

function PickCard({ line, picks, shorts }: { line: Line; picks: boolean; shorts: boolean }) {
  const left = leftOf(line)
  const cell = (name: 'sectionId' | 'expiryDate' | 'shortReason') => (
    <FieldCell field={pickLineRows[name]} name={name} value={line[name]} row={line} />
  )
  return (
    <li className={left === 0 ? 'w-pick w-pick-done' : 'w-pick'}>
      <div className="w-pick-place">{cell('sectionId')}</div>
      <div className="w-pick-goods">
        <strong>{line.storeName}</strong> {line.suk}
        <div className="k-hint">
          {line.skuCode}
          {line.barCode !== '' && ` · ${line.barCode}`}
          {isLot(line.lotNo) && ` · 批次 ${line.lotNo}`}
          {line.expiryDate !== null && <> · 到期 {cell('expiryDate')}</>}
        </div>
        {line.changedLotNo !== '' && (
          <div className="k-hint">
            改用批次 {line.changedLotNo}：{line.changeReason}
          </div>
        )}
        {line.shortQty > 0 && (
          <div className="k-hint">
            缺货 {line.shortQty}：{cell('shortReason')}
          </div>
        )}
      </div>
      <div className="w-pick-qty">
        {line.pickedQty} / {line.qty}
      </div>
      <Space className="w-pick-acts">
        {picks && left > 0 && (
          <Button type="primary" onClick={() => void openPick(line)}>
            拣货
          </Button>
        )}
        {shorts && left > 0 && <Button onClick={() => void openShort(line)}>缺货</Button>}
      </Space>
    </li>
  )
}

/** A scanned code opens the first line that still wants it. */
function ScanField({ lines }: { lines: readonly Line[] }) {
  const [code, setCode] = useState('')
  const input = useRef<InputRef>(null)
  const find = async () => {
    const wanted = code.trim()
    if (wanted === '') return
    const own = lines.filter((one) => [one.barCode, one.skuCode, one.lotNo].includes(wanted))
    const line = own.find((one) => leftOf(one) > 0)
    setCode('')
    if (line !== undefined) await openPick(line)
    else toastInfo(own.length > 0 ? '该商品已拣完' : '商品不在本单中')
    input.current?.focus()
  }
  return (
    <Input
      ref={input}
      size="large"
      prefix={<ScanOutlined />}
      placeholder="扫描商品条码或批次号，回车确认"
      aria-label="扫描商品条码或批次号"
      value={code}
      onChange={(event) => setCode(event.target.value)}
      onPressEnter={() => void find()}
      style={{ marginBottom: 8 }}
    />
  )
}
