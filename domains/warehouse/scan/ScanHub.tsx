import { RightOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { goTo } from '#kit/web/navigate.ts'
import { request } from '#kit/web/request.ts'
import { hasPermission } from '#kit/web/session.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { scanJobs } from './jobs.web.ts'
import { QueueBar } from './QueueBar.tsx'
import { ScanField } from './ScanField.tsx'
import { type Said, saidBy } from './said.web.ts'
import { scanCalls } from './scan.calls.ts'
import type { ScanJob } from './scanJobs.web.ts'
import { signal } from './tones.web.ts'

type Found = OutWireOf<typeof scanCalls.resolve>

const prefixFits = (code: string, { prefix }: ScanJob): boolean =>
  prefix !== undefined && new RegExp(`^${prefix}\\d{14}$`, 'i').test(code)

/** The jobs a person may do; a number that is scanned opens its job, other codes say what they are. Warehouse §7. */
export function ScanHub() {
  const [said, setSaid] = useState<Said | null>(null)
  const [found, setFound] = useState<Found | null>(null)
  const jobs = scanJobs().filter((one) => hasPermission(...one.permissions))
  const scan = async (code: string) => {
    setFound(null)
    const job = jobs.find((one) => prefixFits(code, one))
    if (job !== undefined) {
      signal('ok')
      goTo(`/wms/scan/${job.key}?code=${encodeURIComponent(code)}`)
      return
    }
    try {
      setFound(await request(scanCalls.resolve, { code }, { quiet: true }))
      setSaid(null)
      signal('ok')
    } catch (error) {
      setSaid(saidBy(error))
      signal('wrong')
    }
  }
  return (
    <div className="w-scan">
      <ScanField said={said} onCode={(code) => void scan(code)} label="扫描单号、库区或商品条码" />
      <QueueBar />
      {found !== null && <Answer found={found} />}
      {jobs.length === 0 && <Empty text="没有可做的作业，请管理员在角色中授予拣货、收货等权限" />}
      <ul className="w-scan-jobs">
        {jobs.map(({ key, label, hint }) => (
          <li key={key}>
            <button type="button" onClick={() => goTo(`/wms/scan/${key}`)}>
              <strong>{label}</strong>
              <span className="k-hint">{hint}</span>
              <RightOutlined aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Answer({ found: { kind, sections, goods, document, lotNo, expiryDate } }: { found: Found }) {
  return (
    <section className="w-scan-card" aria-label="识别结果">
      {kind === 'document' && <strong>单据 {document?.sn}</strong>}
      {sections.map(({ id, code, name }) => (
        <strong key={id}>
          库区 {code} {name}
        </strong>
      ))}
      {goods.map(({ skuId, storeName, suk, skuCode, unitName, boxQty }) => (
        <div key={skuId}>
          <strong>{storeName}</strong> {suk}
          <div className="k-hint">
            {skuCode}
            {boxQty > 1 && ` · 每箱 ${boxQty} ${unitName}`}
          </div>
        </div>
      ))}
      {lotNo !== '' && <div>批次 {lotNo}</div>}
      {expiryDate !== '' && <div>到期 {expiryDate}</div>}
    </section>
  )
}
