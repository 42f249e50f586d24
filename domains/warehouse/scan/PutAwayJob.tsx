import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { newKey } from '#kit/web/newKey.ts'
import { request } from '#kit/web/request.ts'
import { askOnce } from '#kit/web/useCall.ts'
import { shiftingCalls } from '../shifting/shifting.document.ts'
import { Head } from './Chooser.tsx'
import { readGoods } from './code.rules.ts'
import { NOTHING_YET, type PutAway, withGoods, withSection } from './putAway.rules.ts'
import { QtyStep } from './QtyStep.tsx'
import { QueueBar } from './QueueBar.tsx'
import { enqueue, onRefusal } from './queue.web.ts'
import { ScanField } from './ScanField.tsx'
import { right, type Said, saidBy, wrong } from './said.web.ts'
import { scanCalls } from './scan.calls.ts'
import { signal } from './tones.web.ts'

type Section = OutWireOf<typeof scanCalls.sections>[number]
type Goods = OutWireOf<typeof scanCalls.goods>[number]

const DOC = 'putAway'
const LONG_MS = 12 * 3600 * 1000

/** 上架、移库: where goods stand, what they are, where they go. What was read once is known without the network. Warehouse §4.8, §7. */
export default function PutAwayJob() {
  const [said, setSaid] = useState<Said | null>(null)
  const [state, setState] = useState<PutAway<Section>>(NOTHING_YET)
  const [sections, setSections] = useState<readonly Section[]>([])
  const [known, setKnown] = useState<readonly Goods[]>([])
  const [times, setTimes] = useState(1)
  useEffect(
    () =>
      onRefusal((scan) => {
        if (scan.doc !== DOC) return
        signal('wrong')
        setSaid(wrong(`${scan.text}：${scan.fault}`))
      }),
    [],
  )
  const tell = (next: Said) => {
    signal(next.isWrong ? 'wrong' : 'ok')
    setSaid(next)
  }
  const place = (section: Section) => {
    const found = withSection(state, section)
    if ('fault' in found) return tell(wrong(found.fault))
    if ('next' in found) {
      setState(found.next)
      return tell(right(`移出库区 ${section.code} ${section.name}`))
    }
    return post(found.to)
  }
  const post = (to: Section) => {
    const { from, goods, lotNo, qty } = state
    if (from === null || goods === null) return
    const scanId = newKey()
    const text = `${from.code} → ${to.code} ${goods.name} ×${qty}`
    const input = {
      ...{ warehouseId: from.warehouseId, sectionId: from.id, toSectionId: to.id, skuId: goods.skuId },
      ...{ lotNo, qty, scanId, code: to.barCode },
    }
    const isKept = enqueue({
      ...{ scanId, doc: DOC, to: '/wms/scan/putAway', line: 0, qty, text },
      ...{ path: shiftingCalls.scan.path, input },
    })
    if (!isKept) return tell(wrong('本机存储已满，这次扫码没有记下'))
    setState({ ...NOTHING_YET, from })
    signal('done')
    setSaid(right(text))
  }
  // What a scale printed is read as the warehouse of the section that was scanned reads it.
  const scales = state.from?.weighPrefix ?? ''
  const whose = state.from === null ? {} : { warehouseId: state.from.warehouseId }
  const take = (code: string, goods: readonly Goods[]) => {
    const [read] = readGoods(code, goods, scales)
    const of = goods.find((one) => one.skuId === read?.skuId)
    if (read === undefined || of === undefined) return tell(wrong(`无法识别的条码：${code}`))
    if (read.fault !== '') return tell(wrong(read.fault))
    const found = withGoods(state, read, `${of.storeName} ${of.suk}`, times)
    if ('fault' in found) return tell(wrong(found.fault))
    setState(found.next)
    setTimes(1)
    return tell(right(`${of.storeName} ${of.suk} ×${found.next.qty}`))
  }
  const scan = async (code: string) => {
    const section = sections.find((one) => one.barCode.toLowerCase() === code.toLowerCase())
    if (section !== undefined) return place(section)
    if (readGoods(code, known, scales).length > 0) return take(code, known)
    try {
      const found = await request(scanCalls.resolve, { code, ...whose }, { quiet: true })
      const [read] = found.sections
      if (read !== undefined) {
        place(read)
        setSections(await askOnce(scanCalls.sections, { warehouseId: read.warehouseId }, LONG_MS))
      } else if (found.goods.length > 0) {
        setKnown((before) => [...before, ...found.goods])
        take(code, found.goods)
      } else tell(wrong(`这里不能扫单号：${code}`))
    } catch (fault) {
      tell(saidBy(fault))
    }
    return undefined
  }
  const { from, goods, lotNo, qty } = state
  const step = from === null ? '扫移出库区' : goods === null ? '扫商品' : '继续扫商品，或扫移入库区'
  const of = known.find((one) => one.skuId === goods?.skuId)
  return (
    <div className="w-scan">
      <Head title="上架、移库" back="/wms/scan" />
      <ScanField said={said} onCode={(code) => void scan(code)} label={step} />
      <QueueBar doc={DOC} />
      <section
        className={said?.isWrong ? 'w-scan-card w-scan-card-wrong' : 'w-scan-card'}
        aria-label="当前移库"
      >
        <div className="w-scan-place">
          <span>{from === null ? '移出库区？' : `${from.code} ${from.name}`}</span>
          <span className="w-scan-figure">{qty}</span>
        </div>
        <div className="w-scan-goods">
          <div>
            {goods === null ? '还没有扫商品' : <strong>{goods.name}</strong>}
            {lotNo !== '' && <div>批次 {lotNo}</div>}
          </div>
        </div>
        <QtyStep times={times} onChange={setTimes} boxQty={of?.boxQty ?? 0} unit={of?.unitName ?? ''} />
        <div className="w-scan-tools">
          <Button disabled={goods === null} onClick={() => setState({ ...NOTHING_YET, from })}>
            重扫商品
          </Button>
        </div>
      </section>
    </div>
  )
}
