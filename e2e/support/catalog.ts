import { type At, ask, unique } from './people.ts'

export interface Shop {
  cateId: number
  unitId: number
}

/** A category of its own and a unit, for products of a test. */
export async function openShop(): Promise<Shop> {
  const name = unique('类')
  const { id } = await ask('POST', '/admin/category/save', { pid: 0, name, type: 1, sort: 1, status: 1 })
  const units = await ask<{ value: number; label: string }[]>('GET', '/admin/product/unit/all')
  return { cateId: id, unitId: units.find((one) => one.label === '盒')?.value ?? 0 }
}

interface Wish {
  price?: string
  cost?: string
  submit?: 0 | 1
}

/** Saves a product without specifications, sold in both channels, by the administrator or with another session. */
export async function saveProduct(
  { cateId, unitId }: Shop,
  { price = '12.80', cost = '8.00', submit = 0 }: Wish = {},
  by?: At,
): Promise<{ id: number; name: string }> {
  const name = unique('原味酸奶 180g')
  const { id } = await ask(
    'POST',
    '/admin/store/product/save',
    {
      storeName: name,
      keyword: '酸奶',
      cateId: String(cateId),
      unitId,
      image: '/upload/a.jpg',
      sliderImage: ['/upload/a.jpg'],
      deliveryTypes: [1],
      isPostage: 1,
      channels: [1201, 1202],
      specType: 0,
      attr: [],
      attrValue: [
        { attrValue: '{"规格":"默认"}', image: '/upload/a.jpg', price, otPrice: '15.00', cost, stock: 0 },
      ],
      submit,
    },
    by,
  )
  return { id, name }
}
