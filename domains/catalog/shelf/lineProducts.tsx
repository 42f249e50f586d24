import { Image } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { showFailures } from '#kit/web/batch.ts'
import { textOf } from '#kit/web/fieldUi.ts'
import { openPicker, type PickerFacts } from '#kit/web/picker/PickerModal.tsx'
import { request } from '#kit/web/request.ts'
import CategoryFilterTree from '../CategoryFilterTree.tsx'
import { MOST_CODES } from '../lines/lines.calls.ts'
import { pasteCodes } from '../lines/PasteCodes.tsx'
import { ProductName } from './ProductName.tsx'
import { type Purpose, shelfCalls } from './shelf.calls.ts'
import '../product/product.css'

export type Editable = OutWireOf<typeof shelfCalls.editable>['list'][number]

const WIDTH = 896

/** What choosing a product looks at; of those whose items are edited everything is read. */
const SEEN = [
  'id',
  'image',
  'productName',
  'storeName',
  'productCode',
  'cateValues',
  'price',
  'stock',
  'selectable',
  'reason',
] as const
type Choosable = Pick<Editable, (typeof SEEN)[number]>

const facts: PickerFacts<Choosable> = {
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
    { title: '商品名称', width: 320, render: (row) => <ProductName of={row} /> },
    { title: '分类', width: 140, render: (row) => row.cateValues },
    'price',
    'stock',
  ],
  searched: '商品名称、编码、条码',
  empty: '请选择商品',
  made: { title: '商品', page: '/store/index' },
  label: (row) => row.productName,
  side: (input, set) => (
    <div className="p-picker-category">
      <CategoryFilterTree value={textOf(input.cateId)} onChange={(cateId) => set({ cateId })} />
    </div>
  ),
}

/** Chooses products for a document or a pool; null when the person gave up. Catalog §3.4. */
export function pickEditable(
  purpose: Exclude<Purpose, 'edit'>,
  channelId = '',
  taken: ReadonlySet<number> = new Set(),
): Promise<readonly Choosable[] | null> {
  return openPicker(
    { ...facts, off: (row) => whyOff(row, taken) },
    { multiple: true, filter: { purpose, channelId, fields: SEEN.join() }, limit: MOST_CODES },
  )
}

/** Chooses products whose items are to be edited, with all there is to edit. */
export function pickEdited(): Promise<readonly Editable[] | null> {
  return openPicker<Editable>(
    { ...facts, call: shelfCalls.editable, off: (row) => whyOff(row, new Set()) },
    { multiple: true, filter: { purpose: 'edit' }, limit: MOST_CODES },
  )
}

function whyOff(
  row: Pick<Choosable, 'id' | 'selectable' | 'reason'>,
  taken: ReadonlySet<number>,
): string | null {
  if (taken.has(row.id)) return '已在明细中'
  return row.selectable === 1 ? null : row.reason
}

/** A product that pasted codes named: as a whole, or some of its specifications. */
interface Pasted {
  product: Editable
  /** none: all of them */
  skus: readonly { skuId: number; suk: string }[]
}

/**
 * Products by pasted codes or barcodes, at most 500; what was not found and what cannot be chosen is told. Null when
 * the person gave up. Catalog §10.
 */
export async function pasteEditable(
  purpose: Purpose,
  channelId = '',
  taken: ReadonlySet<number> = new Set(),
): Promise<readonly Pasted[] | null> {
  const found = await pasteCodes({})
  if (found === null) return null
  const skusBy = Map.groupBy(found, (one) => one.productId)
  const ids = [...skusBy.keys()].join(',')
  const { list } = await request(shelfCalls.editable, { ids, purpose, channelId, limit: MOST_CODES })
  const unfit = list.flatMap((row) => {
    const reason = whyOff(row, taken)
    return reason === null ? [] : [{ name: `${row.productCode} ${row.productName}`, reason }]
  })
  const there = new Set(list.map((row) => row.id))
  for (const [id, [first]] of skusBy)
    if (!there.has(id) && first !== undefined)
      unfit.push({ name: `${first.productCode} ${first.productName}`, reason: NOT_OFFERED[purpose] })
  const fit = list.filter((row) => whyOff(row, taken) === null)
  if (unfit.length > 0) await showFailures('粘贴编码', fit.length, unfit)
  return fit.map((product) => {
    const named = skusBy.get(product.id) ?? []
    const isWhole = named.length === product.attrValue.length
    return { product, skus: isWhole ? [] : named.map(({ skuId, suk }) => ({ skuId, suk })) }
  })
}

const UNAPPROVED = '商品未审核通过或不在所选渠道销售'
const NOT_OFFERED: Readonly<Record<Purpose, string>> = {
  show: UNAPPROVED,
  off: '商品未上架或不在所选渠道销售',
  edit: UNAPPROVED,
  pay: UNAPPROVED,
  integral: UNAPPROVED,
}
