import { pickSkus } from '#domains/catalog/catalog.pickers.tsx'
import LinesInput from '#kit/fields/lines/web.tsx'
import { quantity, text } from '#kit/fields/shared.ts'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { useFormDraft } from '#kit/web/form/draft.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { request } from '#kit/web/request.ts'
import { stockCalls } from '../stock/stock.calls.ts'
import { assignLine, vacctCalls } from './vacct.calls.ts'

const readOnly = { readOnly: true }
const SHOWN = {
  productName: text('商品名称', { max: 128, width: 200, ...readOnly }),
  suk: text('规格', { max: 255, width: 110, ...readOnly }),
  publicAvail: quantity('公共可用', { width: 100, ...readOnly }),
  accountQty: quantity('账户可用', { width: 100, ...readOnly }),
  qty: { ...assignLine.qty, label: '本次数量' },
}

/** The lines of 分配 and 收回 of an account, each with what is public and what the account has. Warehouse §4.10. */
export function AssignLines(props: InputProps) {
  const { accountId, warehouseId } = useFormDraft()
  const { field, value } = props
  const add = async () => {
    const taken = new Set(rowsOf(value).map((line) => line.skuId))
    const picked = await pickSkus({ off: (row) => (taken.has(row.skuId) ? '已在明细中' : null) })
    if (picked === null) return null
    return Promise.all(
      picked.map(async ({ skuId, productName, suk }): Promise<WireRow> => {
        const stocks = await request(stockCalls.list, { skuId, warehouseId: String(warehouseId), limit: 1 })
        const items = await request(vacctCalls.itemList, { skuId, vacctId: String(accountId), limit: 1 })
        return {
          skuId,
          productName,
          suk,
          publicAvail: stocks.list[0]?.publicAvail ?? 0,
          accountQty: items.list[0]?.available ?? 0,
        }
      }),
    )
  }
  return (
    <LinesInput
      {...props}
      field={{ ...field, shape: SHOWN }}
      noCopy
      addLabel="选择商品"
      onAdd={add}
      emptyText="还没有明细，请点击“选择商品”"
    />
  )
}
