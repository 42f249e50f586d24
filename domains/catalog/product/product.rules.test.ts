import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completenessOf, figuresOf, homeChannel } from './product.rules.ts'
import { shelfOfAll } from './shelf.states.ts'
import { crossProduct, planSkus, SKUS_MAX, skuCodes, sukOf } from './spec.rules.ts'

const name = fc.stringMatching(/^[a-z]{1,4}$/)
const attr = fc.uniqueArray(
  fc.record({ attrName: name, attrValues: fc.uniqueArray(name, { minLength: 1, maxLength: 6 }) }),
  { selector: (line) => line.attrName, minLength: 1, maxLength: 4 },
)

test('a cross product holds every combination once, or is refused as too large', () => {
  fc.assert(
    fc.property(attr, (lines) => {
      const count = lines.reduce((product, line) => product * line.attrValues.length, 1)
      const made = crossProduct(lines)
      if (count > SKUS_MAX) return made === null
      const suks = (made ?? []).map((pairs) => sukOf(lines, pairs))
      return made?.length === count && !suks.includes(null) && new Set(suks).size === count
    }),
  )
})

test('exactly 1000 combinations are made, 1001 are not', () => {
  const values = (count: number) => Array.from({ length: count }, (_, index) => String(index))
  expect(
    crossProduct([
      { attrName: 'a', attrValues: values(10) },
      { attrName: 'b', attrValues: values(100) },
    ]),
  ).toHaveLength(1000)
  expect(
    crossProduct([
      { attrName: 'a', attrValues: values(7) },
      { attrName: 'b', attrValues: values(11) },
      { attrName: 'c', attrValues: values(13) },
    ]),
  ).toBeNull()
})

test('planning finds every stored sku again, whatever was deleted before and however lines are ordered', () => {
  const lines = [{ attrName: '色', attrValues: ['红', '蓝', '绿', '白'] }]
  const rows = (crossProduct(lines) ?? []).map((pairs, index) => ({
    id: index + 1,
    suk: sukOf(lines, pairs) ?? '',
    attrValue: pairs,
  }))
  fc.assert(
    fc.property(
      fc.shuffledSubarray(rows, { minLength: 1 }),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      fc.boolean(),
      (typed, deleted, byId) => {
        const stored = rows.map((row, index) => ({
          ...row,
          isDel: deleted[index] ? (1 as const) : (0 as const),
        }))
        const plan = planSkus(
          1,
          lines,
          typed.map((row) => ({ id: byId ? row.id : null, attrValue: row.attrValue })),
          stored,
        )
        expect(plan.skus.map((one) => one.stored?.id)).toEqual(typed.map((row) => row.id))
        const gone = stored.filter((row) => row.isDel === 0 && !typed.some((one) => one.id === row.id))
        expect(plan.gone.map((row) => row.id)).toEqual(gone.map((row) => row.id))
      },
    ),
  )
})

test('new sku codes never repeat one that is taken', () => {
  const next = skuCodes('P1', ['p1-02', 'P1-04'])
  expect([next(), next(), next()]).toEqual(['P1-01', 'P1-03', 'P1-05'])
})

const full = {
  productCode: 'P1',
  storeName: '酸奶',
  cateId: [1],
  brandId: 1,
  unitId: 1,
  image: '/a.jpg',
  sliderImage: ['/a.jpg', '/b.jpg', '/c.jpg'],
  content: '<p>a</p>',
  barCode: '6901234567892',
  weight: 0.2,
  volume: 0.001,
  boxQty: 12,
  shelfLifeDays: 21,
  storageCondition: 3,
  wmsGroupId: 1,
  taxRate: 13,
  taxCode: '1'.repeat(19),
  supplierId: 1,
  productFamily: 'a',
  paramValues: [{ name: '产地', value: '呼和浩特' }],
}
const blank = {
  productCode: '',
  storeName: '',
  cateId: [],
  brandId: null,
  unitId: null,
  image: '',
  sliderImage: [],
  content: '',
  barCode: '',
  weight: null,
  volume: null,
  boxQty: null,
  shelfLifeDays: null,
  storageCondition: 0,
  wmsGroupId: null,
  taxRate: null,
  taxCode: '',
  supplierId: null,
  productFamily: '',
  paramValues: [],
}

test('completeness: 17 of 20 is 85, and every field counts the same', () => {
  expect(completenessOf({ ...full, taxCode: '', supplierId: null, boxQty: null }, [])).toEqual({
    percent: 85,
    missing: ['箱规', '税收分类编码', '默认供应商'],
  })
  const names = Object.keys(full)
  fc.assert(
    fc.property(fc.subarray(names), (lacking) => {
      const lacks = Object.fromEntries(Object.entries(blank).filter(([field]) => lacking.includes(field)))
      const { percent, missing } = completenessOf({ ...full, ...lacks }, [])
      return percent === 100 - 5 * lacking.length && missing.length === lacking.length
    }),
  )
})

test('prices come from the cheapest sku on sale, stock is the exact sum of all', () => {
  const sku = (price: number, isShow: 0 | 1, stock: number) => ({
    price,
    otPrice: price + 1,
    cost: price - 1,
    stock,
    isShow,
  })
  expect(figuresOf([sku(500, 0, 0.1), sku(900, 1, 0.2), sku(800, 1, 0.3)])).toEqual({
    price: 800,
    otPrice: 801,
    cost: 799,
    stock: 0.6,
  })
  expect(figuresOf([sku(500, 0, 1)]).price).toBe(500)
})

test('the home channel and the state a product shows of its channels', () => {
  expect([homeChannel([1202, 1201]), homeChannel([1203, 1204]), homeChannel([])]).toEqual([1201, 1203, null])
  expect([shelfOfAll([11, 13, 5]), shelfOfAll([0, 11, 13]), shelfOfAll([0, 11]), shelfOfAll([])]).toEqual([
    5, 13, 11, 0,
  ])
})
