import { useParams } from 'react-router'
import { refs } from '#kit/fields/shared.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { FormPage } from '#kit/web/form/FormPage.tsx'
import { MOST_AT_ONCE, payerProduct } from './payerProduct.entity.ts'
import { payerProductCalls } from './price.calls.ts'

const { skuId, ...rest } = payerProduct.shape
const NEW = { ...rest, skuIds: refs('商品', 'sku', { required: true, max: MOST_AT_ONCE }) }

const GROUPS = [
  { title: '付款方与商品', fields: ['payerId', 'skuId', 'skuIds'] },
  {
    title: '约定',
    note: '结算价与折扣率只能填写一项；都不填写时只限定付款方可以购买的商品。',
    fields: [
      'settlePrice',
      'discountRate',
      'minQty',
      'monthMaxQty',
      'startDate',
      'endDate',
      'status',
      'remark',
    ],
  },
]

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function check(values: WireRow): Record<string, string> {
  const both = isGiven(values.settlePrice) && isGiven(values.discountRate)
  const { startDate, endDate } = values
  const isBackwards = typeof startDate === 'string' && typeof endDate === 'string' && endDate < startDate
  return {
    ...(both ? { discountRate: '结算价与折扣率只能填写一项' } : {}),
    ...(isBackwards ? { endDate: '结束日期不能早于开始日期' } : {}),
  }
}

/** 新增, 编辑付款方商品. Catalog §4.3. */
export default function PayerProductForm() {
  const { id } = useParams()
  const isNew = id === undefined
  return (
    <FormPage
      of={payerProduct}
      shape={isNew ? NEW : { ...rest, skuId }}
      calls={payerProductCalls}
      id={isNew ? null : Number(id)}
      groups={GROUPS}
      inputs={{
        payerId: { disabled: !isNew },
        skuId: { disabled: true },
        skuIds: { wide: true, help: '可选择多个商品，每个商品生成一条' },
        discountRate: { help: '98.00 表示按售价的 98% 结算' },
        monthMaxQty: { help: '留空不限' },
      }}
      check={check}
      back="/payerproduct"
    />
  )
}
