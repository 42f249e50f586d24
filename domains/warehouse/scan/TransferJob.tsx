import { confirm } from '#kit/web/confirm.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { mayCall } from '#kit/web/session.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { transferCalls as calls } from '../transfer/transfer.document.ts'
import { STATUS } from '../transfer/transfer.entity.ts'
import { Chooser, JobReading, useScannedNumber } from './Chooser.tsx'
import { GoodsJob } from './GoodsJob.tsx'
import { leftOf, type ScanLine } from './lines.rules.ts'

/** 调拨收发: scanned out where goods leave, in where they arrive. Warehouse §4.7, §7. */
export default function TransferJob({ id }: { id: number }) {
  return id === 0 ? <Choose /> : <Transfer id={id} />
}

function Choose() {
  const code = useScannedNumber()
  const { data, error, refetch } = useCall(calls.scanList, { keywords: code, limit: 50 }, { quiet: true })
  const choices = data?.list.map(({ id, transferSn, status, outName, inName, planOutDate, planInDate }) => {
    const isOut = status === STATUS.waits
    const day = isOut ? planOutDate : planInDate
    return {
      ...{ id, title: transferSn },
      note: `${isOut ? '待出库' : '待收货'} ${outName} → ${inName}${day === null ? '' : ` ${day}`}`,
    }
  })
  return (
    <Chooser
      job="transfer"
      title="调拨收发"
      label="扫描调拨单号"
      empty="没有待出库或在途的调拨单"
      choices={choices}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

/** What the two steps are called, post with, and say before they are posted in part. */
const STEPS = {
  ship: {
    ...{
      word: '调拨出库',
      label: '出库完成',
      scan: calls.scanShip,
      done: calls.scanShipDone,
      success: '已出库',
    },
    rest: '没有扫完，没扫的数量不再占用库存',
  },
  receive: {
    ...{ word: '调拨收货', label: '收货完成', scan: calls.scanReceive, done: calls.scanReceiveDone },
    ...{ success: '已收货', rest: '没有扫完，没扫的数量仍在途' },
  },
} as const

function Transfer({ id }: { id: number }) {
  const body = useCall(calls.scanInfo, { id }, { quiet: true })
  const { data, dataUpdatedAt } = body
  if (data === undefined) return <JobReading title="调拨收发" back="/wms/scan/transfer" of={[body]} />
  const { transferSn, step, warehouseId } = data
  const { word, label, scan, done, success, rest } = STEPS[step]
  const isIn = step === 'receive'
  const lines = data.lines.map(({ lineNo, ...line }) => ({ ...line, id: lineNo }))
  const off = data.off === '' && !mayCall(done) ? `没有${word}的权限` : data.off
  const finish = async (now: readonly ScanLine[]) => {
    const open = now.filter((line) => line.want !== null && leftOf(line) > 0).length
    if (open > 0 && !(await confirm(`${open}行${rest}。确定${label}？`))) return
    await change(done, { id }, { success, touches: ['/admin/wms'] })
    goTo('/wms/scan/transfer')
  }
  return (
    <GoodsJob
      title={`${word} ${transferSn}`}
      label={isIn ? '扫描库区或商品条码' : '扫描商品条码'}
      // Scans of one step count for no other, so that what waits of one is not shown as of the other.
      doc={`transfer:${id}:${step}`}
      back="/wms/scan/transfer"
      to={`/wms/scan/transfer/${id}`}
      warehouseId={warehouseId}
      lines={lines}
      readAt={dataUpdatedAt}
      putsAway={isIn}
      send={(line, { scanId, code, qty, place }) => ({
        path: scan.path,
        input: { id, lineNo: line.id, qty, scanId, code, ...(isIn && { sectionId: place }) },
      })}
      finish={{
        label,
        off: (now) => {
          if (off !== '') return off
          return now.every((line) => line.done === 0) ? '还没有扫到商品' : null
        },
        run: (now) => void finish(now),
      }}
    />
  )
}
