import { Button, Space } from 'antd'
import { createContext, use, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import LinesInput from '#kit/fields/lines/web.tsx'
import { trust } from '#kit/shared/loose.ts'
import { DocumentForm } from '#kit/web/document/DocumentForm.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { textOf } from '#kit/web/fieldUi.ts'
import type { Errors } from '#kit/web/form/errors.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { toastError } from '#kit/web/toast.ts'
import { pickSkus } from '../catalog.pickers.tsx'
import { pasteProducts, pickEditable } from './lineProducts.tsx'
import { applyCalls } from './shelf.calls.ts'
import { LINES_MAX, showApply } from './showApply.entity.ts'

const GROUPS = [
  {
    title: '申请信息',
    fields: [
      'applyTitle',
      'applyType',
      'channelIds',
      'planShowTime',
      'planOffTime',
      'reason',
      'remark',
      'files',
    ],
  },
  { title: '商品明细', fields: ['lines'] },
]

interface Wish {
  type: number
  channels: string
}
const WishContext = createContext<Wish>({ type: 1, channels: '' })

const { result: _result, ...shown } = showApply.shape.lines.shape ?? {}
const ALL = '全部规格'

/** One product of the lines: chosen as a whole, or some of its skus. */
function lineOf(row: {
  id: number
  productCode: string
  productName: string
  price: string | null
  stock: number | null
}): WireRow {
  const { id, productCode, productName, price, stock } = row
  return { productId: id, productCode, productName, price, stock, skuIds: '', suks: ALL }
}

function ApplyLines(props: InputProps) {
  const { value, onChange, field } = props
  const { type, channels } = use(WishContext)
  const rows = rowsOf(value)
  const taken = new Set(rows.map((row) => Number(row.productId)))
  const addAll = (lines: readonly WireRow[]) => {
    const fresh = lines.filter((line) => !taken.has(Number(line.productId)))
    if (rows.length + fresh.length > LINES_MAX) toastError(`商品明细不能超过${LINES_MAX}行`)
    else onChange([...rows, ...fresh])
  }
  const pick = async () => {
    const picked = await pickEditable(type === 2 ? 'off' : 'show', channels, taken)
    return picked === null ? null : picked.map(lineOf)
  }
  const bySku = async () => {
    const picked = await pickSkus({ off: (row) => (taken.has(row.productId) ? '已在明细中' : null) })
    if (picked === null) return
    const groups = [...Map.groupBy(picked, (row) => row.productId)]
    addAll(
      groups.flatMap(([productId, of]) => {
        const [first] = of
        if (first === undefined) return []
        const { productCode, productName, price } = first
        return {
          ...lineOf({ id: productId, productCode, productName, price, stock: 0 }),
          stock: of.reduce((sum, one) => sum + one.stock, 0),
          skuIds: of.map((one) => one.skuId).join(','),
          suks: of.map((one) => one.suk).join('、'),
        }
      }),
    )
  }
  const paste = async () => {
    const found = await pasteProducts()
    if (found !== null) addAll(found.map(lineOf))
  }
  return (
    <LinesInput
      {...props}
      field={{ ...field, shape: type === 2 ? withoutPrice : shown }}
      noCopy
      addLabel="选择商品"
      onAdd={pick}
      freeze={FROZEN}
      emptyText="还没有商品，请点击“选择商品”添加"
      totals={() => (
        <Space wrap>
          <Button type="dashed" onClick={() => void bySku()}>
            按规格选择
          </Button>
          <Button type="dashed" onClick={() => void paste()}>
            粘贴编码
          </Button>
        </Space>
      )}
    />
  )
}

const FROZEN = ['productName']
const { showPrice: _price, visibleScope: _scope, ...withoutPrice } = shown
const INPUTS = { lines: { Input: ApplyLines } }

/** 新增上架申请, 编辑上架申请. Catalog §3.4. */
export default function ShowApplyForm() {
  const { id } = useParams()
  const [wish, setWish] = useState<Wish>({ type: 1, channels: '' })
  const rules = useMemo(
    () => ({
      hidden: (name: string, values: WireRow) => name === 'planShowTime' && values.applyType === 2,
      check: (values: WireRow): Errors => {
        const { applyType, planShowTime, planOffTime } = values
        const from =
          planShowTime === null || planShowTime === undefined ? Date.now() / 1000 : Number(planShowTime)
        const late = applyType !== 2 && planOffTime != null && Number(planOffTime) <= from
        return late ? { planOffTime: '计划下架须晚于计划上架' } : {}
      },
    }),
    [],
  )
  return (
    <WishContext value={wish}>
      <DocumentForm
        of={showApply}
        calls={applyCalls}
        id={id === undefined ? null : Number(id)}
        groups={GROUPS}
        inputs={INPUTS}
        back="/store/applyForShow"
        {...rules}
        below={(form) => <Follow values={form.values} wish={wish} onWish={setWish} />}
      />
    </WishContext>
  )
}

/** The picker of the lines offers what fits the head of the form. */
function Follow({ values, wish, onWish }: { values: WireRow; wish: Wish; onWish(wish: Wish): void }) {
  const type = Number(values.applyType ?? 1)
  const channels = trust<unknown[]>(values.channelIds ?? [])
    .map(textOf)
    .join(',')
  if (type !== wish.type || channels !== wish.channels) queueMicrotask(() => onWish({ type, channels }))
  return null
}
