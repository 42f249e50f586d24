import { lazy, Suspense } from 'react'
import { int, lines, quantity, text } from '#kit/fields/shared.ts'
import type { WireOf } from '#kit/shared/field.ts'
import { namesOf, pick } from '#kit/shared/record.ts'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { request } from '#kit/web/request.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { change } from '#kit/web/useCall.ts'
import { askFields } from '../shelf/FieldsDialog.tsx'
import { storeCalls } from './product.calls.ts'
import { skuLine } from './product.form.shared.ts'
import { TOUCHED } from './touched.ts'

const LinesInput = lazy(() => import('#kit/fields/lines/web.tsx'))

function StockLines(props: InputProps) {
  return (
    <Suspense fallback={<Busy />}>
      <LinesInput {...props} fixed />
    </Suspense>
  )
}

const SHAPE = {
  rows: lines('规格库存', {
    id: int('规格ID', { list: false }),
    suk: text('规格', { max: 255, readOnly: true, width: 220 }),
    stock: quantity('库存', { required: true, width: 140 }),
  }),
}
const INPUTS = { rows: { Input: StockLines } }

/** 编辑库存 of goods that lie in no warehouse: the typed figures of their skus. Catalog §3.1, D4. */
export async function editStock({ id, storeName }: { id: number; storeName: string }): Promise<void> {
  const { version, attrValue } = await request(storeCalls.info, { id })
  const values = await askFields({
    title: `编辑库存：${storeName}`,
    shape: SHAPE,
    inputs: INPUTS,
    initial: { rows: attrValue.map((one) => ({ id: one.id, suk: one.suk, stock: one.stock })) },
  })
  if (values === null) return
  const typed = new Map(rowsOf(values.rows).map((row) => [row.id, row.stock]))
  await change(
    storeCalls.update,
    {
      id,
      version,
      attrValue: attrValue.map((one) => lineOf(one, typed.get(one.id))),
    },
    { success: '操作成功', touches: TOUCHED },
  )
}

/** What the form sends of a sku; costs the person may not see are left out and stay. */
function lineOf(one: WireOf<typeof skuLine>, stock: unknown) {
  const line = pick(one, namesOf(skuLine))
  Reflect.set(line, 'stock', stock)
  if (line.cost === null) Reflect.deleteProperty(line, 'cost')
  return line
}
