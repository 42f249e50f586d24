import { ask } from '#kit/web/ask.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { currentSession, mayCall } from '#kit/web/session.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { sortCalls as calls } from '../sort/sort.calls.ts'
import { SORT } from '../sort/sortOrder.entity.ts'
import { Chooser, JobReading, useScannedNumber } from './Chooser.tsx'
import { GoodsJob } from './GoodsJob.tsx'
import { leftOf } from './lines.rules.ts'

const MOST = 1000
const OPEN = `${SORT.waits},${SORT.runs}`

/** 分拣: what a batch has fetched goes into the slots of its customers; each scan says into which. Warehouse §5.3, §7. */
export default function SortJob({ id }: { id: number }) {
  return id === 0 ? <Choose /> : <Sort id={id} />
}

function Choose() {
  const code = useScannedNumber()
  const { data, error, refetch } = useCall(
    calls.list,
    { status: OPEN, keywords: code, limit: 50 },
    { quiet: true },
  )
  const own = currentSession().person?.id
  const choices = data?.list
    .filter((row) => row.sorterId === null || row.sorterId === own)
    .map((row) => ({
      ...{ id: row.id, title: row.sortSn },
      note: `${row.slotCount} 格，已分 ${row.sortedQty} / ${row.totalQty}`,
    }))
  return (
    <Chooser
      job="sort"
      title="分拣"
      label="扫描分拣单号"
      empty="没有待分拣的分拣单。批量拣货的拣货单完成后生成"
      choices={choices}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

function Sort({ id }: { id: number }) {
  const head = useCall(calls.info, { id }, { quiet: true })
  const body = useCall(calls.lines, { sortOrderId: id, limit: MOST }, { quiet: true })
  const { data, dataUpdatedAt } = body
  if (data === undefined || head.data === undefined)
    return <JobReading title="分拣" back="/wms/scan/sort" of={[body, head]} />
  const { warehouseId, sortSn, status } = head.data
  const isOpen = status === SORT.waits || status === SORT.runs
  const lines = data.list.map((line) => ({
    ...{ id: line.id, skuId: line.skuId, name: line.storeName, suk: line.suk },
    ...{ sectionId: null, lotNo: '', expiryDate: null, want: line.qty, done: line.sortedQty },
    ...{ place: `${line.slotNo}号格`, note: `${line.customer} ${line.orderSubSn}` },
    slotNo: line.slotNo,
  }))
  const finish = async (now: readonly (typeof lines)[number][]) => {
    const open = now.filter((line) => leftOf(line) > 0)
    const reasons: { lineId: number; diffReason: string }[] = []
    for (const line of open) {
      const title = `差异原因：${line.place} ${line.name} ${line.suk} 少 ${leftOf(line)}`
      const text = `${reasons.length + 1}/${open.length}，没有分完的数量冻结待盘，并退回订单待发`
      const diffReason = await ask({ title, text, max: 100 })
      if (diffReason === null) return
      reasons.push({ lineId: line.id, diffReason })
    }
    await change(
      calls.finish,
      { id, reasons },
      { success: '分拣已完成', touches: ['/admin/wts', '/admin/wms'] },
    )
    goTo('/wms/scan/sort')
  }
  return (
    <GoodsJob
      title={`分拣 ${sortSn}`}
      label="扫描商品条码"
      doc={`sort:${id}`}
      back="/wms/scan/sort"
      to={`/wms/scan/sort/${id}`}
      warehouseId={warehouseId}
      lines={lines}
      readAt={dataUpdatedAt}
      showsLast
      send={(line, { scanId, code, qty }) => ({
        path: calls.scan.path,
        input: { id, code, lineId: line.id, slotNo: line.slotNo, qty, scanId },
      })}
      finish={{
        label: '完成分拣',
        off: (now) => {
          if (!isOpen) return '分拣单已结束'
          if (status === SORT.waits && now.every((line) => line.done === 0)) return '还没有扫到商品'
          return mayCall(calls.finish) ? null : '没有完成分拣的权限'
        },
        run: (now) => void finish(now),
      }}
    />
  )
}
