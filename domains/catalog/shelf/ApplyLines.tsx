import { Button, Space } from 'antd'
import LinesInput from '#kit/fields/lines/web.tsx'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { textOf } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { toastError } from '#kit/web/toast.ts'
import { pickSkus } from '../catalog.pickers.tsx'
import { pasteEditable, pickEditable } from './lineProducts.tsx'
import { LINES_MAX, showApply } from './showApply.entity.ts'
import { VisibleInput } from './VisibleInput.tsx'

const { result: _result, ...shown } = showApply.shape.lines.shape ?? {}
const ALL = '全部规格'

interface Listed {
  id: number
  productCode: string
  productName: string
  price: string | null
  stock: number | null
}

/** One product of the lines: chosen as a whole, or some of its skus. */
function lineOf(row: Listed, skus: readonly { skuId: number; suk: string }[] = []): WireRow {
  const { id, productCode, productName, price, stock } = row
  return {
    productId: id,
    productCode,
    productName,
    price,
    stock,
    skuIds: skus.map((one) => one.skuId).join(','),
    suks: skus.length === 0 ? ALL : skus.map((one) => one.suk).join('、'),
  }
}

const joined = (channelIds: unknown) => (Array.isArray(channelIds) ? channelIds : []).map(textOf).join(',')

/** The products of an application, chosen as a whole or sku by sku. Catalog §3.4. */
export function ApplyLines(props: InputProps) {
  const { value, onChange, field } = props
  const { applyType, channelIds } = useFormDraft()
  const isOff = applyType === 2
  const channels = joined(channelIds)
  const rows = rowsOf(value)
  const taken = new Set(rows.map((row) => Number(row.productId)))
  const purpose = isOff ? 'off' : 'show'
  const addAll = (lines: readonly WireRow[]) => {
    const fresh = lines.filter((line) => !taken.has(Number(line.productId)))
    if (rows.length + fresh.length > LINES_MAX) toastError(`商品明细不能超过${LINES_MAX}行`)
    else onChange([...rows, ...fresh])
  }
  const pick = async () => {
    const picked = await pickEditable(purpose, channels, taken)
    return picked === null ? null : picked.map((row) => lineOf(row))
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
        const stock = of.reduce((sum, one) => sum + one.stock, 0)
        const skus = of.map(({ id, skuId, suk }) => ({ skuId: skuId ?? id, suk }))
        return [lineOf({ id: productId, productCode, productName, price, stock }, skus)]
      }),
    )
  }
  const paste = async () => {
    const pasted = await pasteEditable(purpose, channels, taken)
    if (pasted !== null) addAll(pasted.map(({ product, skus }) => lineOf(product, skus)))
  }
  return (
    <LinesInput
      {...props}
      field={{ ...field, shape: isOff ? withoutPrice : shown }}
      noCopy
      addLabel="选择商品"
      onAdd={pick}
      freeze={FROZEN}
      inputs={LINE_INPUTS}
      emptyText="还没有商品，请点击“选择商品”或“粘贴编码”新增"
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

/** Who sees it in the channels of the head. */
function LineVisible(props: InputProps) {
  const { channelIds } = useFormDraft()
  return <VisibleInput {...props} channels={joined(channelIds)} />
}
const LINE_INPUTS = { visibleScope: LineVisible }
const { showPrice: _price, visibleScope: _scope, ...withoutPrice } = shown
