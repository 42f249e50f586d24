import { Button, Progress } from 'antd'
import { useEffect, useState } from 'react'
import { newKey } from '#kit/web/newKey.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { Head } from './Chooser.tsx'
import { QueueBar } from './QueueBar.tsx'
import { countedOf } from './queue.rules.ts'
import { enqueue, onRefusal, useScans } from './queue.web.ts'
import { ScanField } from './ScanField.tsx'
import { right, type Said, wrong } from './said.web.ts'
import { signal } from './tones.web.ts'

/** A delivery whose boxes are scanned; `loaded` is what the server knows. */
interface Stop {
  readonly id: number
  readonly sn: string
  readonly title: string
  readonly boxes: number
  readonly loaded: number
}

interface BoxJobProps {
  title: string
  doc: string
  back: string
  to: string
  stops: readonly Stop[]
  /** ms: when they were read */
  readAt: number
  send(code: string, scanId: string): { path: string; input: Record<string, unknown> }
  finish: { label: string; run(): void }
}

/** Boxes are scanned by their labels, or a delivery whole by its number. Warehouse §5.4, §7. */
export function BoxJob({ title, doc, back, to, readAt, send, finish, ...props }: BoxJobProps) {
  const { scans, posted } = useScans()
  const [said, setSaid] = useState<Said | null>(null)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  useEffect(
    () =>
      onRefusal((scan) => {
        if (scan.doc !== doc) return
        signal('wrong')
        setSaid(wrong(`${scan.text}：${scan.fault}`))
        setSeen((before) => new Set([...before].filter((one) => one !== scan.input.code)))
      }),
    [doc],
  )
  const late = posted.filter((one) => one.at >= readAt).map((one) => one.scan)
  const stops = props.stops.map((stop) => ({
    ...stop,
    loaded: Math.min(
      stop.boxes,
      stop.loaded + countedOf(scans, doc, stop.id) + countedOf(late, doc, stop.id),
    ),
  }))
  const refuse = (text: string) => {
    signal('wrong')
    setSaid(wrong(text))
  }
  const scan = (given: string) => {
    const code = given.trim().toUpperCase()
    const sn = code.replace(/-\d{3,}$/, '')
    const stop = stops.find((one) => one.sn.toUpperCase() === sn)
    if (stop === undefined) return refuse(`配送单不在本派车单中：${given}`)
    if (seen.has(code)) return refuse(`${code} 已扫过`)
    const qty = code === sn ? Math.max(0, stop.boxes - stop.loaded) : 1
    const scanId = newKey()
    const text = `${stop.title} ${code}`
    const isKept = enqueue({ scanId, doc, to, line: stop.id, qty, text, ...send(code, scanId) })
    if (!isKept) return refuse('本机存储已满，这次扫码没有记下')
    setSeen((before) => new Set([...before, code]))
    const left = stops.reduce((sum, one) => sum + one.boxes - one.loaded, 0) - qty
    signal(left <= 0 ? 'done' : 'ok')
    setSaid(right(left <= 0 ? `${text}，全部装完` : `${text}，还剩 ${left} 箱`))
    return undefined
  }
  const boxes = stops.reduce((sum, one) => sum + one.boxes, 0)
  const loaded = stops.reduce((sum, one) => sum + one.loaded, 0)
  return (
    <div className="w-scan">
      <Head title={title} back={back} />
      <ScanField said={said} onCode={scan} label="扫描箱标或配送单号" />
      <QueueBar doc={doc} />
      <Progress
        percent={boxes === 0 ? 0 : Math.round((loaded / boxes) * 100)}
        size="small"
        format={() => `${loaded}/${boxes}`}
        aria-label="进度"
      />
      {stops.length === 0 && <Empty text="没有要装的配送单" />}
      <ol className="w-scan-lines">
        {stops.map((stop, at) => (
          <li key={stop.id} className={stop.loaded >= stop.boxes ? 'w-scan-stop w-scan-full' : 'w-scan-stop'}>
            <span>{at + 1}</span>
            <span>
              {stop.title}
              <div className="k-hint">{stop.sn}</div>
            </span>
            <strong className="w-scan-figure">
              {stop.loaded}/{stop.boxes}
            </strong>
          </li>
        ))}
      </ol>
      <footer className="w-scan-foot">
        <Button type="primary" block onClick={finish.run}>
          {finish.label}
        </Button>
      </footer>
    </div>
  )
}
