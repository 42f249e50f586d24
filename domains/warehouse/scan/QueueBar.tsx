import { CloudUploadOutlined, WarningOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import { ask } from '#kit/web/ask.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { goTo } from '#kit/web/navigate.ts'
import type { Queued } from './queue.rules.ts'
import { drain, dropScan, retryScan, useScans } from './queue.web.ts'

/** Scans that are still on the device, and those that were refused until somebody has put them right or dropped them. Warehouse §7. */
export function QueueBar({ doc }: { doc?: string }) {
  const { scans, lost } = useScans()
  const waiting = scans.filter((one) => one.fault === '')
  const faults = scans.filter((one) => one.fault !== '')
  if (scans.length === 0) return null
  return (
    <div className="w-scan-queue">
      {waiting.length > 0 && (
        <div className="w-scan-waiting" role="status">
          <CloudUploadOutlined aria-hidden /> 待上传 {waiting.length}
          {lost && <span className="k-hint">网络恢复后自动上传</span>}
          {lost && (
            <Button size="small" onClick={() => void drain()}>
              立即上传
            </Button>
          )}
        </div>
      )}
      {faults.map((one) => (
        <Fault key={one.scanId} scan={one} here={one.doc === doc} />
      ))}
    </div>
  )
}

async function putRight({ scanId, qty, text }: Queued): Promise<void> {
  const typed = await ask({ title: `修改数量：${text}`, initial: String(qty), max: 12 })
  const given = Number(typed)
  if (typed !== null && given > 0) retryScan(scanId, given)
}

async function drop({ scanId, text }: Queued): Promise<void> {
  if (await confirm(`丢弃这次扫码：${text}？丢弃后不会记账。`)) dropScan(scanId)
}

function Fault({ scan, here }: { scan: Queued; here: boolean }) {
  return (
    <section className="w-scan-fault" aria-label="被拒绝的扫码">
      <div>
        <WarningOutlined aria-hidden /> <strong>{scan.text}</strong>
      </div>
      <div>{scan.fault}</div>
      <Space wrap>
        <Button onClick={() => retryScan(scan.scanId)}>重试</Button>
        {scan.qty > 0 && <Button onClick={() => void putRight(scan)}>改数量</Button>}
        <Button danger onClick={() => void drop(scan)}>
          丢弃
        </Button>
        {!here && <Button onClick={() => goTo(scan.to)}>打开单据</Button>}
      </Space>
    </section>
  )
}
