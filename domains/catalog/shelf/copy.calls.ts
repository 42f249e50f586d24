import { z } from 'zod'
import { int, text } from '#kit/fields/shared.ts'
import { type Answer, answerOf, post, rowAnswer } from '#kit/shared/call.ts'
import type { RowOf, WireOf } from '#kit/shared/field.ts'
import { productAnswer } from '../product/product.form.shared.ts'

const P = '/admin/store/product'

const whole = rowAnswer(productAnswer)
interface Copied<Row> {
  info: Row
}
/** A product as a form begins with it: codes and barcodes blank. */
const copied: Answer<Copied<RowOf<typeof productAnswer>>, Copied<WireOf<typeof productAnswer>>> = {
  kind: 'data',
  json: { type: 'object', properties: { info: whole.json } },
  encode: ({ info }, may) => ({ info: whole.encode(info, may) }),
}

/** A new product that begins with another one, or with a page of another shop. Catalog §3.8. */
export const copyCalls = {
  copyConfig: post(`${P}/copy/config`, {
    title: '商品采集配置',
    change: false,
    answer: answerOf(z.object({ copyType: z.number(), copyNum: z.number() })),
  }),
  copyProduct: post(`${P}/copy/product`, {
    title: '商品采集',
    change: false,
    input: { id: int('商品', { min: 1 }), url: text('商品链接', { max: 2000 }) },
    answer: copied,
  }),
}
