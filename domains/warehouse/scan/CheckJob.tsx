import { ask } from '#kit/web/ask.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { deliveryCalls } from '../delivery/delivery.calls.ts'
import { taskCalls as calls } from '../pick/pick.calls.ts'
import { EXPRESS, TASK } from '../ship/shipTask.entity.ts'
import { Chooser, JobReading, useScannedNumber } from './Chooser.tsx'
import { GoodsJob } from './GoodsJob.tsx'
import { leftOf } from './lines.rules.ts'

const MOST = 500
const READY = `${TASK.picked},${TASK.sorted}`

/** 复核: every piece of a task that was picked is scanned, then it is packed. Warehouse §5.3, §7. */
export default function CheckJob({ id }: { id: number }) {
  return id === 0 ? <Choose /> : <Check id={id} />
}

function Choose() {
  const code = useScannedNumber()
  const { data, error, refetch } = useCall(
    calls.list,
    { status: READY, keywords: code, limit: 50, fields: 'taskSn,customer,totalQty,logisticsMode' },
    { quiet: true },
  )
  const choices = data?.list
    .filter((row) => row.logisticsMode !== EXPRESS)
    .map(({ id, taskSn, customer, totalQty }) => ({ id, title: taskSn, note: `${customer} ${totalQty} 件` }))
  return (
    <Chooser
      job="check"
      title="复核"
      label="扫描出库任务号"
      empty="没有待复核的出库任务"
      choices={choices}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

function Check({ id }: { id: number }) {
  const head = useCall(calls.info, { id }, { quiet: true })
  const body = useCall(calls.lines, { taskId: id, limit: MOST }, { quiet: true })
  const { data, dataUpdatedAt } = body
  if (data === undefined || head.data === undefined)
    return <JobReading title="复核" back="/wms/scan/check" of={[body, head]} />
  const { taskSn, warehouseId, status, boxes } = head.data
  const isReady = status === TASK.picked || status === TASK.sorted
  const lines = data.list.flatMap((line) =>
    line.pickedQty > 0
      ? [
          {
            ...{ id: line.id, skuId: line.skuId, name: line.storeName, suk: line.suk, sectionId: null },
            ...{ lotNo: '', expiryDate: null, want: line.pickedQty, done: line.checkedQty },
          },
        ]
      : [],
  )
  const pack = async () => {
    const typed = await ask({ title: '装成几箱？', initial: String(Math.max(1, boxes)), max: 3 })
    if (typed === null) return
    const input = { taskId: id, boxCount: Number(typed), weight: null, lines: [] }
    await change(deliveryCalls.check, input, { success: '已复核，配送单已生成', touches: ['/admin/wts'] })
    goTo('/wms/scan/check')
  }
  return (
    <GoodsJob
      title={`复核 ${taskSn}`}
      label="扫描商品条码"
      doc={`check:${id}`}
      back="/wms/scan/check"
      to={`/wms/scan/check/${id}`}
      warehouseId={warehouseId}
      lines={lines}
      readAt={dataUpdatedAt}
      send={(line, { scanId, code, qty }) => ({
        path: deliveryCalls.checkScan.path,
        input: { taskLineId: line.id, qty, scanId, code },
      })}
      finish={{
        label: '装箱完成',
        off: (now) => {
          const open = now.filter((line) => leftOf(line) > 0).length
          if (!isReady) return '拣货完成后才能复核，或已复核'
          return open > 0 ? `还有${open}种商品未扫完` : null
        },
        run: () => void pack(),
      }}
    />
  )
}
