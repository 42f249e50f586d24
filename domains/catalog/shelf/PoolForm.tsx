import LinesInput from '#kit/fields/lines/web.tsx'
import { lines, money } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import type { Shape } from '#kit/shared/field.ts'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { request } from '#kit/web/request.ts'
import { findSkusCall } from '../lines/lines.calls.ts'
import { grossRateField, skuLine } from '../lines/skuLine.ts'
import { belowFloorText, ratesOf } from '../price/lineFigures.ts'
import { storeCalls } from '../product/product.calls.ts'
import { TOUCHED } from '../product/touched.ts'
import { poolCalls } from './pool.calls.ts'
import { integralRow, productIntegral, productVip, vipRow } from './pool.entity.ts'
import type { PoolRow } from './poolActs.tsx'

type Kind = 'pay' | 'integral' | 'vipPrice' | 'integralPrice'

const { suk, price, stock, skuId } = vipRow
const { perLimit, levelIds, startTime, endTime, sort } = productVip.shape
const points = productIntegral.shape

/** The price of members with the figures it is held against. Catalog §10. */
const vipLine = {
  ...vipRow,
  floorPrice: money('最低限价', { readOnly: true, width: 100 }),
  cost: skuLine.cost,
  grossRate: grossRateField,
}

const SHAPES: Record<Kind, Shape> = {
  pay: { rows: lines('会员价', vipLine, { min: 1 }), perLimit, levelIds, startTime, endTime, sort },
  vipPrice: { rows: lines('会员价', vipLine, { min: 1 }) },
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

const NO_SKUS = '该商品没有可设置的规格'
const derive = (row: WireRow) => ratesOf(row, { price: 'vipPrice' })

function PointRows(props: InputProps) {
  return <LinesInput {...props} fixed="less" emptyText={NO_SKUS} />
}

function PriceRows(props: InputProps) {
  return (
    <LinesInput
      {...props}
      fixed="less"
      emptyText={NO_SKUS}
      derive={derive}
      totals={(rows) => <span className="p-warning">{belowFloorText(rows, 'vipPrice')}</span>}
    />
  )
}
const PRICE_INPUTS = { rows: { Input: PriceRows } }
const POINT_INPUTS = { rows: { Input: PointRows } }

/** The setting of a product in a pool; saving hands it in. Every sku of the product has its line. Catalog §3.5. */
export async function openPoolForm(kind: Kind, row: PoolRow): Promise<void> {
  const { id, productId } = row
  const priced = kind === 'pay' || kind === 'vipPrice'
  const [info, skus] = await Promise.all([
    priced ? request(poolCalls.payInfo, { id }) : request(poolCalls.integralInfo, { id }),
    request(storeCalls.attrValues, { productId, isShow: 1, limit: MOST_SKUS }),
  ])
  const set: readonly WireRow[] = info.rows
  const skuIds = skus.list.map((sku) => sku.skuId).join(',')
  const found = priced && skuIds !== '' ? (await request(findSkusCall, { skuIds })).list : []
  const rows = skus.list.map((sku): WireRow => {
    const stored = set.find((one) => one.skuId === sku.skuId)
    const blank = kind === 'integral' ? { integralStock: sku.stock, integralCash: '0.00' } : {}
    const { floorPrice = null, cost = null } = found.find((one) => one.skuId === sku.skuId) ?? {}
    const { skuId, suk, price, stock } = sku
    const row = { ...blank, ...stored, skuId, suk, price, stock, floorPrice, cost }
    return priced ? { ...row, ...derive(row) } : row
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
    inputs: priced ? PRICE_INPUTS : POINT_INPUTS,
    complete: (input) => ({ ...input, id: productId, ...(whole ? { version: info.version } : {}) }),
    success: '保存成功，审核通过后生效',
    touches: TOUCHED,
  })
}
