import { Image } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { ask } from '#kit/web/ask.tsx'
import { textOf } from '#kit/web/fieldUi.ts'
import { openPicker, type PickerFacts } from '#kit/web/picker/PickerModal.tsx'
import { request } from '#kit/web/request.ts'
import { toastError } from '#kit/web/toast.ts'
import { CategoryFilter } from '../CategoryInput.tsx'
import { storeCalls } from '../product/product.calls.ts'
import { shelfCalls } from './shelf.calls.ts'
import '../product/product.css'

export type Editable = OutWireOf<typeof shelfCalls.editable>['list'][number]
type Purpose = 'show' | 'off' | 'edit'

const WIDTH = 896
const MOST_CODES = 500

const facts: PickerFacts<Editable> = {
  title: '选择商品',
  width: WIDTH,
  call: shelfCalls.editable,
  columns: [
    {
      title: '图片',
      width: 70,
      render: (row) =>
        row.image === '' ? null : (
          <Image src={row.image} alt={row.productName} width={36} height={36} className="p-picture" />
        ),
    },
    {
      title: '商品名称',
      width: 320,
      render: (row) => (
        <span className="p-name">
          {row.productName}
          <div className="k-hint">{row.productCode}</div>
        </span>
      ),
    },
    { title: '分类', width: 140, render: (row) => row.cateValues },
    'price',
    'stock',
  ],
  searched: '商品名称、编码、条码',
  empty: '请选择商品',
  label: (row) => row.productName,
  off: (row) => (row.selectable === 1 ? null : row.reason),
  side: (input, set) => (
    <div className="p-picker-category">
      <CategoryFilter value={textOf(input.cateId)} onChange={(cateId) => set({ cateId })} />
    </div>
  ),
}

/** Chooses products that a document may be made of; null when the person gave up. Catalog §3.4. */
export function pickEditable(
  purpose: Purpose,
  channelId: string,
  taken: ReadonlySet<number> = new Set(),
): Promise<readonly Editable[] | null> {
  const off = (row: Editable) => (taken.has(row.id) ? '已在明细中' : row.selectable === 1 ? null : row.reason)
  return openPicker({ ...facts, off }, { multiple: true, filter: { purpose, channelId }, limit: 500 })
}

export type Found = OutWireOf<typeof storeCalls.search>['list'][number]

/** Products by pasted codes or barcodes, at most 500; tells which were not found. Catalog §10. */
export async function pasteProducts(): Promise<readonly Found[] | null> {
  const text = await ask({
    title: '粘贴商品编码、规格编码或条码',
    text: '每行一个，也可用逗号或空格分隔，一次最多500个',
    long: true,
    max: 20_000,
  })
  if (text === null) return null
  const codes = [...new Set(text.split(/[\s,，;；]+/).filter((code) => code !== ''))]
  if (codes.length > MOST_CODES) {
    toastError(`一次最多粘贴${MOST_CODES}个编码`)
    return null
  }
  const { list, notFound } = await request(storeCalls.search, { codes, barCodes: codes, limit: 1000 })
  // A barcode is no code: what was found by it is not missing.
  const barCodes = new Set(list.flatMap((row) => [row.barCode, ...row.attrValue.map((one) => one.barCode)]))
  const missing = notFound.filter((code) => !barCodes.has(code))
  if (missing.length > 0)
    toastError(`未找到：${missing.slice(0, 20).join('、')}${missing.length > 20 ? '等' : ''}`)
  return list
}
