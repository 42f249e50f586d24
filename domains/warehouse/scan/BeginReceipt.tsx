import { useId, useRef, useState } from 'react'
import { ref } from '#kit/fields/shared.ts'
import { idAnswer, post } from '#kit/shared/call.ts'
import { today } from '#kit/shared/time.ts'
import { goTo } from '#kit/web/navigate.ts'
import { newKey } from '#kit/web/newKey.ts'
import { invalidate } from '#kit/web/query.ts'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { useRefOptions } from '#kit/web/refs.ts'
import { request } from '#kit/web/request.ts'
import { askOnce } from '#kit/web/useCall.ts'
import { stockinCalls as calls } from '../stockin/stockin.document.ts'
import { Head } from './Chooser.tsx'
import { readGoods } from './code.rules.ts'
import { enqueue } from './queue.web.ts'
import { ScanField } from './ScanField.tsx'
import { type Said, saidBy, wrong } from './said.web.ts'
import { scanCalls } from './scan.calls.ts'
import { signal } from './tones.web.ts'

const WAREHOUSE = ref('仓库', 'warehouse')
/** What nobody has ordered or sent back: 其他入库. Warehouse §4.5. */
const OTHER = 6
/** The type of sections in which goods stand. Warehouse §4.2. */
const STORING = 1
const LONG_MS = 12 * 3600 * 1000

/** A receipt that is begun at the dock, with the first goods that are scanned. Warehouse §4.5, §7. */
export function BeginReceipt() {
  const [chosen, setChosen] = useState<number | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const busy = useRef(false)
  const uid = useId()
  const { options } = useRefOptions(WAREHOUSE, '', true)
  const [only] = options
  const warehouseId = chosen ?? (options.length === 1 ? (only?.value ?? null) : null)
  const refuse = (next: Said) => {
    signal('wrong')
    setSaid(next)
  }
  const begin = async (code: string) => {
    if (warehouseId === null) return refuse(wrong('请先选择仓库'))
    if (busy.current) return undefined
    busy.current = true
    try {
      const id = await begun(warehouseId, code)
      if (id === null) return refuse(wrong(`请扫商品条码：${code}`))
      signal('ok')
      goTo(`/wms/scan/receive/${id}`)
    } catch (fault) {
      refuse(saidBy(fault))
    } finally {
      busy.current = false
    }
    return undefined
  }
  return (
    <div className="w-scan">
      <Head title="新增收货" back="/wms/scan/receive" />
      <div className="w-scan-place-of">
        <label className="w-scan-label" htmlFor={uid}>
          仓库
        </label>
        <RefSelect
          id={uid}
          field={WAREHOUSE}
          value={warehouseId === null ? [] : [warehouseId]}
          placeholder="请选择"
          onChange={([next]) => setChosen(next ?? null)}
        />
      </div>
      <ScanField said={said} onCode={(code) => void begin(code)} label="扫描第一件商品" />
    </div>
  )
}

/** The draft with its first goods, which count as scanned where their code says all that must be known; null for no goods. */
async function begun(warehouseId: number, code: string): Promise<number | null> {
  const [found, sections] = await Promise.all([
    request(scanCalls.resolve, { code, warehouseId }, { quiet: true }),
    askOnce(scanCalls.sections, { warehouseId }, LONG_MS),
  ])
  const section = sections.find((one) => one.type === STORING) ?? sections[0]
  const [read] = readGoods(code, found.goods, section?.weighPrefix ?? '')
  const goods = found.goods.find((one) => one.skuId === read?.skuId)
  if (section === undefined || read === undefined || goods === undefined) return null
  const { skuId, ratio: qty, lotNo } = read
  const dates = { productionDate: read.productionDate || null, expiryDate: read.expiryDate || null }
  const draft: Record<string, unknown> = {
    ...{ type: OTHER, warehouseId, bizDate: today(), submit: 0 },
    lines: [{ skuId, sectionId: section.id, qty, lotNo, ...dates }],
  }
  // The fields that others fill in are no input, though lines have them.
  const save = post(calls.save.path, { title: calls.save.title, answer: idAnswer })
  const { id } = await request(save, draft, { quiet: true })
  void invalidate('/admin/wms/stockin')
  const isDated = read.productionDate !== '' || read.expiryDate !== ''
  const isWhole = (goods.batchManaged === 0 || lotNo !== '') && (goods.shelfLifeDays === 0 || isDated)
  if (isWhole) {
    const scanId = newKey()
    enqueue({
      ...{ scanId, doc: `receive:${id}`, to: `/wms/scan/receive/${id}`, line: 1, qty },
      text: `${goods.storeName} ${goods.suk} ×${qty}`,
      path: calls.scan.path,
      input: { id, skuId, qty, scanId, code, lotNo, ...dates },
    })
  }
  return id
}
