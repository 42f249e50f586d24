import { date, flag, money, percent, quantity, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** 付款方商品: what a payer pays for, and at what agreed price; one row per sku. Catalog §4.3. */
export const payerProduct = entity(
  'payerProduct',
  '付款方商品',
  {
    payerId: ref('付款方', 'payer', { required: true, filter: true, width: 160 }),
    /** the payer's company, so that scope and filter need no join */
    companyId: ref('单位', 'company', { readOnly: true, filter: true, width: 160 }),
    skuId: ref('商品', 'sku', { required: true, list: false, port: false }),
    goods: text('商品', { max: 1000, readOnly: true, search: true, list: false, port: false }),
    settlePrice: money('结算价', { width: 100 }),
    discountRate: percent('折扣率', { width: 90 }),
    minQty: quantity('起订', { initial: 0, width: 80 }),
    monthMaxQty: quantity('月限量', { width: 90 }),
    startDate: date('开始日期', { required: true, width: 110 }),
    endDate: date('结束日期', { required: true, sortable: true, width: 110 }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true, width: 70 }),
    remark: text('备注', { max: 200, long: true, list: false }),
  },
  {
    title: 'goods',
    order: [['id', 'desc']],
    grams: true,
    scope: { company: 'companyId', owner: 'createBy' },
  },
)

/** Of several skus at once. */
export const MOST_AT_ONCE = 500
