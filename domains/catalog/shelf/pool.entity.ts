import { datetime, flag, int, lines, money, quantity, ref, refs, text } from '#kit/fields/shared.ts'
import { documentFields, documentStates } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'

const { remark: _remark, files: _files, ...audit } = documentFields

/** What a sku of a line is; joined when it is shown. */
const shownSku = {
  suk: text('规格', { max: 255, readOnly: true, width: 160 }),
  price: money('售价', { readOnly: true, width: 100 }),
  stock: quantity('库存', { readOnly: true, width: 90 }),
}
const skuId = ref('规格', 'sku', { required: true, list: false })

export const vipRow = { ...shownSku, skuId, vipPrice: money('会员价', { required: true, width: 120 }) }
export const integralRow = {
  ...shownSku,
  skuId,
  integralPrice: int('兑换积分', { required: true, min: 1, width: 120 }),
  integralCash: money('加价', { initial: 0, width: 120 }),
  integralStock: quantity('可兑数量', { required: true, width: 120 }),
}

const SKUS_MAX = 1000

const common = {
  productId: ref('商品', 'product', { required: true, readOnly: true, list: false, port: false }),
  ...audit,
  onShelf: flag('上架', { readOnly: true, initial: 0, texts: ['已上架', '未上架'] }),
  shelfTime: datetime('上架时间', { readOnly: true, list: false }),
}

const validity = {
  startTime: datetime('开始时间', { list: false }),
  endTime: datetime('结束时间', { list: false }),
  sort: int('排序', { initial: 0, sortable: true }),
}

/** 付费商品: what paid members pay for a product. Catalog §3.5. */
export const productVip = entity(
  'productVip',
  '付费商品',
  {
    ...common,
    rows: lines('会员价', vipRow, { min: 1, max: SKUS_MAX }),
    /** the setting that was approved last; compared with the one that waits */
    approved: lines('生效设置', vipRow, { readOnly: true }),
    perLimit: quantity('每人限购', { initial: 0, help: '每月，0 为不限' }),
    levelIds: refs('付费等级', 'paidLevel', { list: false }),
    ...validity,
  },
  { title: 'productId', order: [['sort', 'desc']] },
)

/** 积分商品: what points a product is exchanged for. Catalog §3.5. */
export const productIntegral = entity(
  'productIntegral',
  '积分商品',
  {
    ...common,
    rows: lines('兑换设置', integralRow, { min: 1, max: SKUS_MAX }),
    approved: lines('生效设置', integralRow, { readOnly: true }),
    perLimit: int('每人限兑', { initial: 0, help: '0 为不限' }),
    levelIds: refs('可兑等级', 'userLevel', { list: false }),
    ...validity,
    exchanged: quantity('已兑', { readOnly: true, initial: 0 }),
  },
  { title: 'productId', order: [['sort', 'desc']] },
)

const P = 'admin:store:product'

/** The decision on a setting of a pool; one that was approved is changed by a new decision. Catalog §3.3. */
function poolStates(update: string, examine: string) {
  const usual = documentStates(P, examine)
  return stateTable('auditStatus', usual.states, {
    ...usual.actions,
    edit: { from: [-1, 1, 2], label: '编辑', permission: update },
    submit: { ...usual.actions.submit, from: [-1, 1, 2], permission: update },
  })
}
export const vipStates = poolStates(`${P}:update:VipProduct`, 'admin:product:examine:payProduct:save')
export const integralStates = poolStates(
  `${P}:update:IntegralProduct`,
  'admin:product:examine:integralProduct:save',
)
