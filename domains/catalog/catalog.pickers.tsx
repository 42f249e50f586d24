import { Image } from 'antd'
import type { OutWireOf } from '#kit/shared/call.ts'
import { textOf } from '#kit/web/fieldUi.ts'
import { openPicker, type PickerFacts, type PickerWish } from '#kit/web/picker/PickerModal.tsx'
import CategoryFilterTree from './CategoryFilterTree.tsx'
import { storeCalls } from './product/product.calls.ts'
import './product/product.css'

export { CategoryFilter } from './CategoryFilter.tsx'
export { pasteCodes } from './lines/PasteCodes.tsx'

export type PickedProduct = OutWireOf<typeof storeCalls.list>['list'][number]
export type PickedSku = OutWireOf<typeof storeCalls.attrValues>['list'][number]

const WIDTH = 896
const ON_SALE = { type: '1' }

function picture(url: string, name: string) {
  return url === '' ? null : <Image src={url} alt={name} width={36} height={36} className="p-picture" />
}

const byCategory: PickerFacts<PickedProduct>['side'] = (input, set) => (
  <div className="p-picker-category">
    <CategoryFilterTree value={textOf(input.cateId)} onChange={(cateId) => set({ cateId })} />
  </div>
)

const products: PickerFacts<PickedProduct> = {
  title: '商品列表',
  width: WIDTH,
  call: storeCalls.list,
  columns: [
    { title: '图片', width: 70, render: (row) => picture(row.image, row.productName) },
    { title: '商品名称', width: 360, render: (row) => <span className="p-name">{row.productName}</span> },
    { title: '分类', width: 220, render: (row) => row.cateValues },
  ],
  searched: '商品名称、编码、条码',
  empty: '请选择商品',
  made: { title: '商品', page: '/store/index' },
  label: (row) => row.productName,
  fixed: ON_SALE,
  side: byCategory,
}

/**
 * Chooses products on sale; null when the person gave up. Platform §5.1, specification 1 §2.4.
 * @public
 */
export function pickProducts(wish: PickerWish<PickedProduct> = {}): Promise<readonly PickedProduct[] | null> {
  return openPicker(products, wish)
}

interface SkuWish extends PickerWish<PickedSku> {
  /** why a sku cannot be chosen */
  off?(row: PickedSku): string | null
}

/** Chooses skus of any products, several unless told otherwise; null when the person gave up. */
export function pickSkus({ off, ...wish }: SkuWish = {}): Promise<readonly PickedSku[] | null> {
  const facts: PickerFacts<PickedSku> = {
    title: '商品列表',
    width: WIDTH,
    call: storeCalls.attrValues,
    columns: [
      { title: '图片', width: 70, render: (row) => picture(row.image || row.productImage, row.productName) },
      {
        title: '商品名称',
        width: 300,
        // The specification stands below the name, so that a phone shows both.
        render: (row) => (
          <span className="p-name">
            {row.productName}
            <div className="k-hint">{row.suk}</div>
          </span>
        ),
      },
      'skuCode',
      { title: '分类', width: 140, render: (row) => row.cateValues },
      'price',
    ],
    searched: '商品名称、编码、条码',
    empty: '请选择商品',
    made: { title: '商品', page: '/store/index' },
    label: (row) => `${row.productName} ${row.suk}`,
    words: (row) => row.skuCode,
    side: (input, set) => (
      <div className="p-picker-category">
        <CategoryFilterTree value={textOf(input.cateId)} onChange={(cateId) => set({ cateId })} />
      </div>
    ),
    ...(off === undefined ? {} : { off }),
  }
  return openPicker(facts, { multiple: true, ...wish })
}
