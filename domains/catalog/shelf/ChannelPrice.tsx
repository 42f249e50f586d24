import LinesInput from '#kit/fields/lines/web.tsx'
import { datetime, lines, money, text } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { entity } from '#kit/shared/entity.ts'
import type { InputProps, WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { request } from '#kit/web/request.ts'
import { findSkusCall } from '../lines/lines.calls.ts'
import { grossRateField, skuLine } from '../lines/skuLine.ts'
import { belowFloorText, ratesOf } from '../price/lineFigures.ts'
import { channelLabel } from '../product/channelLabel.ts'
import { TOUCHED } from '../product/touched.ts'
import { channelCalls, channelPriceLine } from './channel.calls.ts'

type Info = OutWireOf<typeof channelCalls.info>

const line = {
  suk: text('规格', { max: 255, readOnly: true, width: 160 }),
  ...channelPriceLine,
  floorPrice: money('最低限价', { readOnly: true, width: 100 }),
  cost: skuLine.cost,
  grossRate: grossRateField,
  skuId: { ...channelPriceLine.skuId, list: false },
}
const shape = {
  rows: lines('规格价格', line, { min: 1 }),
  startTime: datetime('生效时间', { help: '留空立即生效' }),
  endTime: datetime('失效时间', { help: '留空一直有效；到期后恢复之前的价格' }),
}
const of = entity('channelPrice', '渠道价格', shape, { title: 'startTime' })

const derive = (row: WireRow) => ratesOf(row, { price: 'price' })

function Rows(props: InputProps) {
  return (
    <LinesInput
      {...props}
      fixed
      derive={derive}
      totals={(rows) => <span className="p-warning">{belowFloorText(rows, 'price')}</span>}
    />
  )
}
const INPUTS = { rows: { Input: Rows } }
const WIDTH = 900
/** So many skus are asked for at once. */
const MOST_SKUS = 1000

/** 设置价格 of a product in one channel, now or for a time, with the figures a price is held against. Catalog §3.5, §10. */
export async function openChannelPrice(row: Info): Promise<number | null> {
  const { list } = await request(findSkusCall, {
    skuIds: row.skus
      .slice(0, MOST_SKUS)
      .map((one) => one.skuId)
      .join(','),
  })
  const found = new Map(list.map((one) => [one.skuId, one]))
  return openForm({
    of,
    calls: { save: channelCalls.price },
    id: null,
    width: WIDTH,
    title: `设置价格 ${row.productName}（${channelLabel(row.channelId)}）`,
    initial: {
      rows: row.skus.map(({ skuId, suk, price, otPrice }) => {
        const { floorPrice = null, cost = null } = found.get(skuId) ?? {}
        const priced = { skuId, suk, price, otPrice, floorPrice, cost }
        return { ...priced, ...derive(priced) }
      }),
    },
    inputs: INPUTS,
    complete: (input) => ({ ...input, id: row.id }),
    success: '设置成功',
    touches: TOUCHED,
  })
}
