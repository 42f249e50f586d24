import { Button } from 'antd'
import { confirm } from '#kit/web/confirm.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { newKey } from '#kit/web/newKey.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { countCalls as calls } from '../count/count.document.ts'
import { SHEET } from '../count/count.entity.ts'
import { Chooser, JobReading, useScannedNumber } from './Chooser.tsx'
import { GoodsJob } from './GoodsJob.tsx'

const MOST = 1000
const OPEN = `${SHEET.first},${SHEET.second},${SHEET.third}`
const ROUNDS: Readonly<Record<number, { label: string; column: 'firstQty' | 'secondQty' | 'thirdQty' }>> = {
  [SHEET.first]: { label: '初盘', column: 'firstQty' },
  [SHEET.second]: { label: '复盘', column: 'secondQty' },
  [SHEET.third]: { label: '终盘', column: 'thirdQty' },
}

/** 盘点: what stands there is scanned piece by piece; each scan adds to its line. Warehouse §5.9, §7. */
export default function CountJob({ id }: { id: number }) {
  return id === 0 ? <Choose /> : <Count id={id} />
}

function Choose() {
  const code = useScannedNumber()
  const { data, error, refetch } = useCall(
    calls.list,
    { status: OPEN, keywords: code, limit: 50, fields: 'countSn,status,lineCount,countedCount' },
    { quiet: true },
  )
  const choices = data?.list.map(({ id, countSn, status, lineCount, countedCount }) => ({
    ...{ id, title: countSn },
    note: `${ROUNDS[status]?.label ?? ''} 已盘 ${countedCount} / ${lineCount} 行`,
  }))
  return (
    <Chooser
      job="count"
      title="盘点"
      label="扫描盘点表号"
      empty="没有正在盘点的盘点表"
      choices={choices}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}

function Count({ id }: { id: number }) {
  const head = useCall(calls.info, { id }, { quiet: true })
  const body = useCall(calls.lines, { countId: id, limit: MOST }, { quiet: true })
  const { data, dataUpdatedAt } = body
  if (data === undefined || head.data === undefined)
    return <JobReading title="盘点" back="/wms/scan/count" of={[body, head]} />
  const { countSn, warehouseId, status } = head.data
  const round = ROUNDS[status]
  // Lines that are final already are not counted again.
  const open = data.list.filter((line) => status === SHEET.first || (line.finalQty ?? null) === null)
  const countOf = (line: (typeof open)[number]) => (round === undefined ? null : (line[round.column] ?? null))
  const lines = open.map((line) => ({
    ...{ id: line.id, skuId: line.skuId, sectionId: line.sectionId, name: line.storeName, suk: line.suk },
    ...{ lotNo: line.lotNo, expiryDate: line.expiryDate, want: null, done: countOf(line) ?? 0 },
    isBlank: countOf(line) === null,
  }))
  const none = (lineId: number) =>
    change(
      calls.entry,
      { id, lines: [{ lineId, qty: 0, adds: 0 as const, scanId: newKey() }] },
      { success: '已记为没有', touches: ['/admin/wts/stockCount'] },
    )
  const finish = async () => {
    if (!(await confirm('完成后，与账面或上一轮不符的明细进入下一轮，其余明细确认。'))) return
    await change(calls.finish, { id }, { success: '本轮已完成', touches: ['/admin/wts/stockCount'] })
    goTo('/wms/scan/count')
  }
  return (
    <GoodsJob
      title={`${round?.label ?? '盘点'} ${countSn}`}
      label="扫描库区或商品条码"
      doc={`count:${id}`}
      back="/wms/scan/count"
      to={`/wms/scan/count/${id}`}
      warehouseId={warehouseId}
      lines={lines}
      readAt={dataUpdatedAt}
      keepsPlace
      send={(line, { scanId, qty }) => ({
        path: calls.entry.path,
        input: { id, lines: [{ lineId: line.id, qty, adds: 1, scanId }] },
      })}
      tools={(line) => line.isBlank && <Button onClick={() => void none(line.id)}>没有货</Button>}
      finish={{
        label: '完成本轮',
        off: (now) => {
          const missing = now.filter((line) => line.isBlank && line.done === 0).length
          if (round === undefined) return '本表不在盘点中'
          return missing > 0 ? `还有${missing}行未盘点` : null
        },
        run: () => void finish(),
      }}
    />
  )
}
