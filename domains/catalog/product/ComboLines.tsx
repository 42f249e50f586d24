import LinesInput from '#kit/fields/lines/web.tsx'
import { money, text } from '#kit/fields/shared.ts'
import type { CellProps, InputProps, WireRow } from '#kit/web/fieldUi.ts'
import LinesView from '#kit/web/lines/LinesView.tsx'
import { rowsOf } from '#kit/web/lines/line.ts'
import { pickSkus } from '../catalog.pickers.tsx'
import { comboLine } from './product.entity.ts'

const readOnly = { readOnly: true }

/** A line as it is shown: what the sku is, and how many of it. */
const shown = {
  productName: text('商品名称', { max: 128, width: 200, ...readOnly }),
  suk: text('规格', { max: 255, width: 130, ...readOnly }),
  price: money('售价', { ...readOnly }),
  num: comboLine.num,
}

/** Kinds that may be part of a combination: 普通 and 赠品. Catalog §2.3. */
const PART_KINDS = new Set([0, 2])

/** 组合明细: skus out of the picker, each with its number. */
export function ComboLinesInput(props: InputProps) {
  const { field, value } = props
  const add = async () => {
    const taken = new Set(rowsOf(value).map((line) => line.skuId))
    const picked = await pickSkus({
      off: (row) =>
        taken.has(row.skuId)
          ? '已在组合明细中'
          : PART_KINDS.has(Number(row.productKind))
            ? null
            : '组合商品不能包含组合或虚拟商品',
    })
    if (picked === null) return null
    return picked.map(
      (row): WireRow => ({
        skuId: row.skuId,
        num: 1,
        productName: row.productName,
        suk: row.suk,
        price: row.price,
      }),
    )
  }
  return (
    <LinesInput
      {...props}
      field={{ ...field, shape: shown }}
      noCopy
      addLabel="选择商品"
      onAdd={add}
      emptyText="还没有组合明细，请点击“选择商品”新增至少2行"
    />
  )
}

export function ComboLinesCell({ field, ...props }: CellProps) {
  return <LinesView {...props} field={{ ...field, shape: shown }} wide />
}
