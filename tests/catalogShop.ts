// What the tests of the catalog begin with: a category, a brand, and a product form that passes.
import type { TestApp } from '#app/testing.ts'

export interface Shop {
  app: TestApp
  token: string
  cateId: number
  brandId: number
  unitId: number
  /** a form of the product centre that passes, with a code of its own */
  form(more?: Record<string, unknown>): Record<string, unknown>
  save(more?: Record<string, unknown>): Promise<number>
}

let codes = 0

/** A multi-specification form part out of values with their prices. */
export function specs(values: Record<string, Record<string, unknown>>): Record<string, unknown> {
  const names = Object.keys(values)
  return {
    specType: 1,
    attr: [{ attrName: '口味', attrValues: names }],
    attrValue: names.map((name) => ({ ...sku({ 口味: name }), ...values[name] })),
  }
}

/** A sku line that passes. */
export function sku(pairs: Record<string, string>, more: Record<string, unknown> = {}) {
  return {
    attrValue: JSON.stringify(pairs),
    image: '/upload/a.jpg',
    price: '12.80',
    otPrice: '15.00',
    cost: '8.00',
    stock: 0,
    ...more,
  }
}

export async function openShop(app: TestApp): Promise<Shop> {
  const token = await app.admin()
  const category = await app.request('POST', '/admin/category/save', {
    token,
    body: { pid: 0, name: `乳品${++codes}`, type: 1, sort: 1, status: 1 },
  })
  const brand = await app.request('POST', '/admin/product/brand/save', {
    token,
    body: { brandName: `通商乳业${codes}`, logo: '/upload/logo.png' },
  })
  const units = await app.request<{ value: number; label: string }[]>('GET', '/admin/product/unit/all', {
    token,
  })
  const unitId = units.data.find((one) => one.label === '盒')?.value ?? 0
  const form = (more: Record<string, unknown> = {}) => ({
    storeName: '原味酸奶 180g',
    keyword: '酸奶',
    cateId: String(category.data.id),
    brandId: brand.data.id,
    unitId,
    image: '/upload/a.jpg',
    sliderImage: ['/upload/a.jpg'],
    deliveryTypes: [1],
    isPostage: 1,
    channels: [1201, 1202],
    specType: 0,
    attr: [],
    attrValue: [sku({ 规格: '默认' })],
    ...more,
  })
  return {
    app,
    token,
    cateId: category.data.id,
    brandId: brand.data.id,
    unitId,
    form,
    async save(more = {}) {
      const saved = await app.request('POST', '/admin/store/product/save', { token, body: form(more) })
      if (saved.code !== 200) throw new Error(saved.body)
      return saved.data.id
    },
  }
}
