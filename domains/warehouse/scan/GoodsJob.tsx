import { Button, Progress } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { newKey } from '#kit/web/newKey.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { Head } from './Chooser.tsx'
import { type ReadGoods, readGoods } from './code.rules.ts'
import { LineCard } from './LineCard.tsx'
import { chooseLine, leftOf, NO_LINE, progressOf, type ScanLine } from './lines.rules.ts'
import { QtyStep } from './QtyStep.tsx'
import { QueueBar } from './QueueBar.tsx'
import { countedOf } from './queue.rules.ts'
import { enqueue, onRefusal, useScans } from './queue.web.ts'
import { ScanField } from './ScanField.tsx'
import { right, type Said, wrong } from './said.web.ts'
import { scanCalls } from './scan.calls.ts'
import { signal } from './tones.web.ts'

/** A line as it is shown; `done` is what the server knows. */
export interface GoodsLine extends ScanLine {
  readonly name: string
  readonly suk: string
  /** where it goes, of lines that stand in no section: 3号格 */
  readonly place?: string
  readonly expiryDate: string | null
  /** what else is said of it */
  readonly note?: string
}

/** What a scan came to, for the call that posts it. */
export interface Counted {
  readonly scanId: string
  readonly code: string
  readonly qty: number
  readonly read: ReadGoods
  /** the section that was scanned last */
  readonly place: number | null
}

interface GoodsJobProps<L extends GoodsLine> {
  title: string
  label: string
  /** what is scanned for, e.g. pick:12, and where its job stands */
  doc: string
  back: string
  to: string
  warehouseId: number
  lines: readonly L[]
  /** ms: when the lines were read */
  readAt: number
  /** a section that was scanned keeps goods of others out */
  keepsPlace?: boolean
  /** any section of the warehouse may be scanned: the goods go into it */
  putsAway?: boolean
  /** the line of the last scan stays in view, for it says where the goods go */
  showsLast?: boolean
  send(line: L, counted: Counted): { path: string; input: Record<string, unknown> }
  /** goods of no line: where they may come in, it is said what became of them */
  stray?(code: string, times: number, scales: string): Promise<Said>
  /** what else is done with the line that is shown */
  tools?(line: L): ReactNode
  /** asked with what was scanned so far, also what was posted a moment ago */
  finish: { label: string; off(lines: readonly L[]): string | null; run(lines: readonly L[]): void }
}

const LONG_MS = 12 * 3600 * 1000

/**
 * Goods are scanned for the lines of a document: each scan finds its line here, so that it needs no network, is kept on the device
 * and posted once. Warehouse §7.
 */
export function GoodsJob<L extends GoodsLine>(props: GoodsJobProps<L>) {
  const { doc, to, warehouseId, readAt, keepsPlace = false, putsAway = false, send, finish } = props
  const { scans, posted } = useScans()
  const [said, setSaid] = useState<Said | null>(null)
  const [chosen, setChosen] = useState(0)
  const [place, setPlace] = useState<number | null>(null)
  const [times, setTimes] = useState(1)
  const skuIds = [...new Set(props.lines.map((line) => line.skuId))].sort((a, b) => a - b).join(',')
  const goodsRead = useCall(
    scanCalls.goods,
    { skuIds },
    { quiet: true, keep: true, fresh: LONG_MS, enabled: skuIds !== '' },
  )
  const sectionsRead = useCall(scanCalls.sections, { warehouseId }, { quiet: true, fresh: LONG_MS })
  const [goods, sections] = [goodsRead.data, sectionsRead.data]
  const lost = goods === undefined ? goodsRead.error : sections === undefined ? sectionsRead.error : null
  const readAgain = () => void Promise.all([goodsRead.refetch(), sectionsRead.refetch()])
  useEffect(
    () =>
      onRefusal((scan) => {
        if (scan.doc !== doc) return
        signal('wrong')
        setSaid(wrong(`${scan.text}：${scan.fault}`))
      }),
    [doc],
  )
  const late = posted.filter((one) => one.at >= readAt).map((one) => one.scan)
  const lines = props.lines.map((line) => ({
    ...line,
    done:
      Math.round((line.done + countedOf(scans, doc, line.id) + countedOf(late, doc, line.id)) * 1000) / 1000,
  }))
  const current =
    lines.find((one) => one.id === chosen) ?? lines.find((one) => leftOf(one) > 0) ?? lines.at(-1)
  const refuse = (text: string) => {
    signal('wrong')
    setSaid(wrong(text))
  }
  const tell = (next: Said) => {
    signal(next.isWrong ? 'wrong' : 'ok')
    setSaid(next)
    setTimes(1)
  }
  const stand = (code: string): boolean => {
    const section = sections?.find((one) => one.barCode.toLowerCase() === code.toLowerCase())
    if (section === undefined) return false
    const here = lines.filter((line) => line.sectionId === section.id)
    const open = here.find((line) => leftOf(line) > 0) ?? here[0]
    if (putsAway) {
      tell(right(`放入库区 ${section.code} ${section.name}`))
      setPlace(section.id)
    } else if (open === undefined) refuse(`库区 ${section.code} 没有本单的商品`)
    else {
      signal('ok')
      setPlace(section.id)
      setChosen(open.id)
      setSaid(right(`库区 ${section.code} ${section.name}`))
    }
    return true
  }
  const scan = (code: string) => {
    if (stand(code)) return
    if (goods === undefined || sections === undefined) return refuse('商品条码还没有取到，请稍候再扫')
    const scales = sections[0]?.weighPrefix ?? ''
    const where = { place: putsAway ? null : place, keepsPlace, current: current?.id ?? 0, times }
    const found = chooseLine(lines, readGoods(code, goods, scales), where)
    if ('fault' in found)
      return found.fault === NO_LINE && props.stray !== undefined
        ? void props.stray(code, times, scales).then(tell)
        : refuse(`${found.fault}：${code}`)
    const { line, qty, read } = found
    const own = props.lines.find((one) => one.id === line.id)
    if (own === undefined) return undefined
    const scanId = newKey()
    const text = `${line.place ?? ''} ${line.name} ${line.suk} ×${qty}`.trim()
    const isKept = enqueue({
      scanId,
      doc,
      to,
      line: line.id,
      qty,
      text,
      ...send(own, { scanId, code, qty, read, place }),
    })
    if (!isKept) return refuse('本机存储已满，这次扫码没有记下')
    setChosen(line.id)
    setTimes(1)
    const left = leftOf(line) - qty
    const isAll = lines.every((one) => (one.id === line.id ? left : leftOf(one)) <= 0)
    signal(isAll ? 'done' : 'ok')
    setSaid(right(isAll ? `${text}，全部扫完` : text))
    if (left <= 0 && props.showsLast !== true) setChosen(0)
    return undefined
  }
  // What has begun to come in stays where it was put first.
  const isFree = putsAway && place !== null && current?.sectionId === null
  const shown = current && isFree ? { ...current, sectionId: place } : current
  const { done, all } = progressOf(lines)
  const waits = scans.some((one) => one.doc === doc)
  const off = waits ? '还有扫码没有上传或被拒绝，请先处理' : finish.off(lines)
  const known = goods?.find((one) => one.skuId === current?.skuId)
  return (
    <div className="w-scan">
      <Head title={props.title} back={props.back} />
      <ScanField said={said} onCode={scan} label={props.label} />
      <QueueBar doc={doc} />
      <Progress
        percent={all === 0 ? 0 : Math.round((done / all) * 100)}
        size="small"
        format={() => `${done}/${all}`}
        aria-label="进度"
      />
      {current === undefined || shown === undefined ? (
        <Empty text="没有明细" />
      ) : lost !== null ? (
        <ErrorState error={lost} onRetry={readAgain} />
      ) : goods === undefined || sections === undefined ? (
        <Loading rows={4} />
      ) : (
        <LineCard line={shown} goods={known} sections={sections} isWrong={said?.isWrong === true}>
          <QtyStep
            times={times}
            onChange={setTimes}
            boxQty={known?.boxQty ?? 0}
            unit={known?.unitName ?? ''}
          />
          {props.lines.flatMap((one) =>
            one.id === current.id ? [<Tools key={one.id}>{props.tools?.(one)}</Tools>] : [],
          )}
        </LineCard>
      )}
      <ol className="w-scan-lines">
        {lines.map((line) => (
          <li key={line.id}>
            <button
              type="button"
              aria-current={line.id === current?.id}
              className={leftOf(line) <= 0 ? 'w-scan-full' : undefined}
              onClick={() => setChosen(line.id)}
            >
              <span>{line.place ?? sections?.find((one) => one.id === line.sectionId)?.code ?? ''}</span>
              <span>
                {line.name} {line.suk}
              </span>
              <span className="w-scan-figure">
                {line.want === null ? line.done : `${line.done}/${line.want}`}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <footer className="w-scan-foot">
        {off !== null && <div className="k-hint">{off}</div>}
        <Button type="primary" block disabled={off !== null} onClick={() => finish.run(lines)}>
          {finish.label}
        </Button>
      </footer>
    </div>
  )
}

const Tools = ({ children }: { children: ReactNode }) => <div className="w-scan-tools">{children}</div>
