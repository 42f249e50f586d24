import LinesInput from '#kit/fields/lines/web.tsx'
import { lines } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import type { Shape } from '#kit/shared/field.ts'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { request } from '#kit/web/request.ts'
import { storeCalls } from '../product/product.calls.ts'
import { TOUCHED } from '../product/touched.ts'
import { poolCalls } from './pool.calls.ts'
import { integralRow, productIntegral, productVip, vipRow } from './pool.entity.ts'
import type { PoolRow } from './poolActs.tsx'

type Kind = 'pay' | 'integral' | 'vipPrice' | 'integralPrice'

const { suk, price, stock, skuId } = vipRow
const { perLimit, levelIds, startTime, endTime, sort } = productVip.shape
const points = productIntegral.shape

const SHAPES: Record<Kind, Shape> = {
  pay: { rows: lines('会员价', vipRow, { min: 1 }), perLimit, levelIds, startTime, endTime, sort },
  vipPrice: { rows: lines('会员价', vipRow, { min: 1 }) },
  integral: {
    rows: lines('兑换设置', integralRow, { min: 1 }),
    perLimit: points.perLimit,
    levelIds: points.levelIds,
    startTime,
    endTime,
    sort,
  },
  integralPrice: {
    rows: lines(
      '兑换设置',
      {
        suk,
        price,
        stock,
        skuId,
        integralPrice: integralRow.integralPrice,
        integralCash: integralRow.integralCash,
      },
      { min: 1 },
    ),
  },
}
const CALLS = {
  pay: poolCalls.saveVip,
  vipPrice: poolCalls.vipPrice,
  integral: poolCalls.saveIntegral,
  integralPrice: poolCalls.integralPrice,
}
const TITLES = {
  pay: '付费商品',
  vipPrice: '修改会员价',
  integral: '积分商品',
  integralPrice: '修改兑换积分',
}
const WIDTH = 860
const MOST_SKUS = 1000

function Rows(props: InputProps) {
  return <LinesInput {...props} fixed="less" emptyText="该商品没有可设置的规格" />
}
const INPUTS = { rows: { Input: Rows } }

/** The setting of a product in a pool; saving hands it in. Every sku of the product has its line. Catalog §3.5. */
export async function openPoolForm(kind: Kind, row: PoolRow): Promise<void> {
  const { id, productId } = row
  const [info, skus] = await Promise.all([
    kind === 'pay' || kind === 'vipPrice'
      ? request(poolCalls.payInfo, { id })
      : request(poolCalls.integralInfo, { id }),
    request(storeCalls.attrValues, { productId, isShow: 1, limit: MOST_SKUS }),
  ])
  const set: readonly WireRow[] = info.rows
  const rows = skus.list.map((sku): WireRow => {
    const stored = set.find((one) => one.skuId === sku.skuId)
    const blank = kind === 'integral' ? { integralStock: sku.stock, integralCash: '0.00' } : {}
    return { ...blank, ...stored, skuId: sku.skuId, suk: sku.suk, price: sku.price, stock: sku.stock }
  })
  const shape = SHAPES[kind]
  const whole = kind === 'pay' || kind === 'integral'
  await openForm({
    of: entity('pool', TITLES[kind], shape, { title: 'rows' }),
    calls: { save: CALLS[kind] },
    id: null,
    shape,
    width: WIDTH,
    title: `${TITLES[kind]} ${info.productName}`,
    initial: {
      ...Object.fromEntries(Object.keys(shape).map((name) => [name, Reflect.get(info, name)])),
      rows,
    },
    inputs: INPUTS,
    complete: (input) => ({ ...input, id: productId, ...(whole ? { version: info.version } : {}) }),
    success: '保存成功，审核通过后生效',
    touches: TOUCHED,
  })
}
