import { Input } from 'antd'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { confirm } from '#kit/web/confirm.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { newKey } from '#kit/web/newKey.ts'
import { request } from '#kit/web/request.ts'
import { mayCall } from '#kit/web/session.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { isLot } from '../stock/lotNo.ts'
import { stockinCalls as calls } from '../stockin/stockin.document.ts'
import { PURCHASED } from '../stockin/stockin.entity.ts'
import { BeginReceipt } from './BeginReceipt.tsx'
import { Chooser, JobReading, useScannedNumber } from './Chooser.tsx'
import { type ReadGoods, readGoods } from './code.rules.ts'
import { GoodsJob } from './GoodsJob.tsx'
import { enqueue } from './queue.web.ts'
import { right, type Said, saidBy, wrong } from './said.web.ts'
import { scanCalls } from './scan.calls.ts'

const DRAFTS = '-1,2'

interface Lot {
  readonly lotNo: string
  readonly productionDate: string
  readonly expiryDate: string
}
const NO_LOT: Lot = { lotNo: '', productionDate: '', expiryDate: '' }

/** 收货: what arrives is counted into the draft of its receipt. Warehouse §4.5, §7. */
export default function ReceiveJob({ id }: { id: number }) {
  return id === 0 ? <Choose /> : <Receive id={id} />
}

function Choose() {
  const begins = useSearchParams()[0].has('begin')
  return begins ? <BeginReceipt /> : <ChooseReceipt />
}

function ChooseReceipt() {
  const code = useScannedNumber()
  const { data, error, refetch } = useCall(
    calls.list,
    { auditStatus: DRAFTS, keywords: code, limit: 50, fields: 'stockinSn,totalQty,bizDate,sourceSn' },
    { quiet: true },
  )
  const choices = data?.list.map(({ id, stockinSn, totalQty, bizDate, sourceSn }) => ({
    ...{ id, title: stockinSn },
    note: `${bizDate} ${totalQty} 件${sourceSn === '' ? '' : `，来自 ${sourceSn}`}`,
  }))
  return (
    <Chooser
      job="receive"
      title="收货"
      label="扫描入库单号"
      empty="没有待收货的入库单草稿。到货登记开始卸货时自动生成，也可新增"
      choices={choices}
      error={error}
      onRetry={() => void refetch()}
      {...(mayCall(calls.save) && { begin: { label: '新增收货', to: '/wms/scan/receive?begin=1' } })}
    />
  )
}

/** Lines that nobody has scanned. */
const missingOf = (lines: readonly { readonly done: number }[]): number =>
  lines.filter((line) => line.done === 0).length

/** What of the goods is known, for the wire. */
const lotInput = ({ lotNo, productionDate, expiryDate }: Lot) => ({
  lotNo,
  productionDate: productionDate || null,
  expiryDate: expiryDate || null,
})

function Receive({ id }: { id: number }) {
  const body = useCall(calls.info, { id }, { quiet: true })
  const { data, dataUpdatedAt } = body
  const [lots, setLots] = useState<Readonly<Record<number, Lot>>>({})
  if (data === undefined) return <JobReading title="收货" back="/wms/scan/receive" of={[body]} />
  const { stockinSn, warehouseId, auditStatus, type } = data
  const isDraft = auditStatus === -1 || auditStatus === 2
  const [doc, to] = [`receive:${id}`, `/wms/scan/receive/${id}`]
  const lines = data.lines.map((line, at) => ({
    ...{ id: at + 1, skuId: line.skuId, sectionId: line.sectionId, name: line.productName, suk: line.suk },
    // Another lot of the same goods is welcome, so that no lot is asked for.
    ...{ lotNo: '', expiryDate: null, want: null, done: line.scanQty ?? 0 },
    note: noteOf(line),
  }))
  /** The lot of a scan: what its code says, else what was said of these goods before. */
  const lotOf = ({ skuId, lotNo, productionDate, expiryDate }: ReadGoods): Lot => {
    const known = lots[skuId] ?? NO_LOT
    if (lotNo === '') return known
    // A label that says the lot alone is of the days that were said of this lot before.
    const same = known.lotNo.toLowerCase() === lotNo.toLowerCase() ? known : NO_LOT
    const told = {
      ...{ lotNo, productionDate: productionDate || same.productionDate },
      expiryDate: expiryDate || same.expiryDate,
    }
    setLots((before) => ({ ...before, [skuId]: told }))
    return told
  }
  const stray = async (code: string, times: number, scales: string): Promise<Said> => {
    if (type === PURCHASED) return wrong(`商品不在本单中：${code}`)
    try {
      const found = await request(scanCalls.resolve, { code, warehouseId }, { quiet: true })
      const [read] = readGoods(code, found.goods, scales)
      const goods = found.goods.find((one) => one.skuId === read?.skuId)
      if (read === undefined || goods === undefined) return wrong(`商品不在本单中：${code}`)
      if (read.fault !== '') return wrong(read.fault)
      const [scanId, qty] = [newKey(), Math.round(read.ratio * times * 1000) / 1000]
      const text = `${goods.storeName} ${goods.suk} ×${qty}`
      const input = { id, skuId: read.skuId, qty, scanId, code, ...lotInput(lotOf(read)) }
      const isKept = enqueue({ scanId, doc, to, line: 0, qty, text, path: calls.scan.path, input })
      return isKept ? right(`单外商品 ${text}`) : wrong('本机存储已满，这次扫码没有记下')
    } catch (fault) {
      return saidBy(fault)
    }
  }
  const finish = async (missing: number) => {
    if (missing > 0 && !(await confirm(`${missing}行商品没有扫到，将从本次收货中去掉。确定完成？`))) return
    await change(calls.finishScans, { id }, { success: '收货已提交', touches: ['/admin/wms'] })
    goTo('/wms/scan/receive')
  }
  return (
    <GoodsJob
      title={`收货 ${stockinSn}`}
      label="扫描商品条码"
      doc={doc}
      back="/wms/scan/receive"
      to={to}
      warehouseId={warehouseId}
      lines={lines}
      readAt={dataUpdatedAt}
      send={(line, { scanId, code, qty, read }) => ({
        path: calls.scan.path,
        input: { id, skuId: line.skuId, qty, scanId, code, ...lotInput(lotOf(read)) },
      })}
      stray={stray}
      tools={(line) => (
        <LotInputs
          lot={lots[line.skuId] ?? NO_LOT}
          onChange={(lot) => setLots((before) => ({ ...before, [line.skuId]: lot }))}
        />
      )}
      finish={{
        label: '收货完成',
        off: (now) => {
          if (!isDraft) return '入库单已提交'
          return missingOf(now) === now.length ? '还没有扫到商品' : null
        },
        run: (now) => void finish(missingOf(now)),
      }}
    />
  )
}

function noteOf(line: {
  lotNo: string
  expiryDate: string | null
  planQty: number | null
  qty: number
  scanQty: number | null
}): string {
  const expected = line.planQty ?? ((line.scanQty ?? 0) > 0 ? null : line.qty)
  return [
    ...(isLot(line.lotNo) ? [`批次 ${line.lotNo}`] : []),
    ...(line.expiryDate === null ? [] : [`到期 ${line.expiryDate}`]),
    ...(expected === null ? [] : [`应收 ${expected}`]),
  ].join('，')
}

const LOT_FIELDS = [
  ['lotNo', '批次号', 'text'],
  ['productionDate', '生产日期', 'date'],
  ['expiryDate', '到期日期', 'date'],
] as const

/** What a code without a lot is received as. */
function LotInputs({ lot, onChange }: { lot: Lot; onChange(lot: Lot): void }) {
  const id = useId()
  return (
    <div className="w-scan-lot">
      {LOT_FIELDS.map(([name, label, type]) => (
        <div key={name}>
          <label htmlFor={`${id}${name}`}>{label}</label>
          <Input
            id={`${id}${name}`}
            type={type}
            maxLength={32}
            value={lot[name]}
            onChange={(event) => onChange({ ...lot, [name]: event.target.value })}
          />
        </div>
      ))}
    </div>
  )
}
