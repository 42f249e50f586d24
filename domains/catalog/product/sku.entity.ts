import { decimal, flag, image, int, money, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { type Field, makeField, wrongFormat } from '#kit/shared/field.ts'

/** The permission to see and set cost figures. Catalog §8.8. */
export const COST = 'admin:store:product:cost'

/** Specification names with the sku's value of each: an object in the database, its JSON text on the wire. */
function pairsField(label: string): Field<Record<string, string>, string> {
  return makeField<Record<string, string>, string>({
    type: 'json',
    label,
    facts: { list: false, port: false },
    empty: {},
    initial: undefined,
    json: { type: 'string', contentMediaType: 'application/json' },
    read(value) {
      const pairs = readPairs(typeof value === 'string' ? parse(value) : value)
      return pairs === null ? wrongFormat(label) : { value: pairs }
    },
    write: (pairs) => JSON.stringify(pairs),
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function readPairs(value: unknown): Record<string, string> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const pairs: [string, string][] = []
  for (const [name, one] of Object.entries(value)) {
    if (typeof one !== 'string' && typeof one !== 'number') return null
    pairs.push([name, String(one).trim()])
  }
  return pairs.length <= 10 ? Object.fromEntries(pairs) : null
}

/** What is typed for a sku. Catalog §2.4. */
export const skuFields = {
  attrValue: pairsField('规格对应'),
  skuCode: text('规格编码', {
    max: 30,
    unique: true,
    pattern: /^[\w.-]+$/,
    right: '只能填写字母、数字和_.-，例：P00000001-01',
  }),
  image: image('图片'),
  price: money('售价', { required: true }),
  otPrice: money('原价', { required: true }),
  cost: money('成本价', { initial: 0, permission: COST }),
  stock: quantity('库存', { initial: 0 }),
  barCode: text('商品条码', { max: 32 }),
  weight: decimal('重量(KG)', { decimals: 3, initial: 0 }),
  volume: decimal('体积(m³)', { decimals: 4, initial: 0 }),
  brokerage: money('一级返佣', { initial: 0 }),
  brokerageTwo: money('二级返佣', { initial: 0 }),
  isShow: flag('规格上架', { initial: 1 }),
}

export const sku = entity(
  'sku',
  '规格',
  {
    productId: ref('商品', 'product', { required: true, readOnly: true }),
    /** place among the skus of its product */
    sort: int('排序', { readOnly: true, initial: 0 }),
    suk: text('规格值', { max: 255, readOnly: true }),
    ...skuFields,
    sales: quantity('销量', { readOnly: true, initial: 0 }),
  },
  { title: 'suk', part: true },
)
