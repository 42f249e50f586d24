import LinesInput from '#kit/fields/lines/web.tsx'
import { datetime, lines, text } from '#kit/fields/shared.ts'
import type { OutWireOf } from '#kit/shared/call.ts'
import { entity } from '#kit/shared/entity.ts'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { channelLabel } from '../product/channelLabel.ts'
import { TOUCHED } from '../product/touched.ts'
import { channelCalls, channelPriceLine } from './channel.calls.ts'

type Info = OutWireOf<typeof channelCalls.info>

const shown = {
  suk: text('规格', { max: 255, readOnly: true, width: 180 }),
  ...channelPriceLine,
  skuId: { ...channelPriceLine.skuId, list: false },
}
const shape = {
  rows: lines('规格价格', shown, { min: 1 }),
  startTime: datetime('生效时间', { help: '留空立即生效' }),
  endTime: datetime('失效时间', { help: '留空一直有效；到期后恢复之前的价格' }),
}
const of = entity('channelPrice', '渠道价格', shape, { title: 'startTime' })

function Rows(props: InputProps) {
  return <LinesInput {...props} fixed />
}
const INPUTS = { rows: { Input: Rows } }
const WIDTH = 760

/** 设置价格 of a product in one channel, now or for a time. Catalog §3.5. */
export function openChannelPrice(row: Info): Promise<number | null> {
  return openForm({
    of,
    calls: { save: channelCalls.price },
    id: null,
    width: WIDTH,
    title: `设置价格 ${row.productName}（${channelLabel(row.channelId)}）`,
    initial: {
      rows: row.skus.map(({ skuId, suk, price, otPrice }) => ({ skuId, suk, price, otPrice })),
    },
    inputs: INPUTS,
    complete: (input) => ({ ...input, id: row.id }),
    success: '设置成功',
    touches: TOUCHED,
  })
}
