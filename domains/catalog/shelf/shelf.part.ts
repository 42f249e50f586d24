import { button, type FactsPart, hiddenPage, type MenuNode, menuPage } from '#kit/shared/room.ts'
import { findSkusCall } from '../lines/lines.calls.ts'
import { storeCalls } from '../product/product.calls.ts'
import { historyCalls } from '../product/repo.calls.ts'
import { channelCalls } from './channel.calls.ts'
import { copyCalls } from './copy.calls.ts'
import { poolCalls } from './pool.calls.ts'
import { productIntegral, productVip } from './pool.entity.ts'
import { productEdit } from './productEdit.entity.ts'
import { applyCalls, editCalls, execCalls, shelfCalls } from './shelf.calls.ts'
import { showApply } from './showApply.entity.ts'

// Documents have no switch.
const { status: _apply, ...apply } = applyCalls
const { status: _edit, ...edit } = editCalls

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
export const shelfFacts: FactsPart = {
  entities: [showApply, productEdit, productVip, productIntegral],
  calls: [
    ...Object.values(apply),
    ...Object.values(edit),
    ...Object.values(execCalls),
    ...Object.values(shelfCalls),
    ...Object.values(copyCalls),
    ...Object.values(channelCalls),
    ...Object.values(poolCalls),
  ],
  prefixes: ['SJ', 'SX'],
}

const pool = [poolCalls.tabs, shelfCalls.editable, storeCalls.attrValues]

export const shelfMenus: readonly MenuNode[] = [
  menuPage('store.applyForShow', '上架申请', '/store/applyForShow', {
    sort: 68,
    calls: apply,
    reads: [shelfCalls.editable, findSkusCall],
    buttons: [button('重试', execCalls.retryApply), button('取消执行', execCalls.cancelApply)],
  }),
  hiddenPage('store.addApplyForShow', '新增上架申请', '/store/addApplyForShow/:id?', '/store/applyForShow'),
  menuPage('store.storeproductedit', '商品资料修改', '/store/storeproductedit', {
    sort: 66,
    calls: edit,
    reads: [shelfCalls.editable, findSkusCall],
    buttons: [
      button('重试', execCalls.retryEdit),
      button('取消执行', execCalls.cancelEdit),
      button('撤回修改', execCalls.takeBack),
    ],
  }),
  hiddenPage(
    'store.addStoreProductEdit',
    '新增商品资料修改',
    '/store/addStoreProductEdit',
    '/store/storeproductedit',
  ),
  menuPage('store.upanddownshelves', '商品上下架', '/store/upanddownshelves', {
    sort: 64,
    reads: [shelfCalls.rows, shelfCalls.plans, shelfCalls.log],
    buttons: [
      button('上架', storeCalls.putOnSkus),
      button('下架', storeCalls.offSkus),
      button('取消定时', shelfCalls.cancelPlans),
    ],
  }),
  menuPage('store.sale', '可售商品', '/store/sale', {
    sort: 62,
    calls: channelCalls,
    reads: [findSkusCall],
    buttons: [
      button('上架', storeCalls.putOnShell),
      button('下架', storeCalls.offShell),
      button('设置可见范围', channelCalls.visible),
      button('定时', channelCalls.schedule),
      button('设置价格', channelCalls.price),
    ],
  }),
  hiddenPage('store.infoSale', '可售商品详情', '/store/infoSale/:id?', '/store/sale'),
  menuPage('store.payproduct', '付费商品', '/store/payproduct', {
    sort: 56,
    reads: [poolCalls.payList, poolCalls.payInfo, ...pool],
    buttons: [
      button('加入商品', poolCalls.putPaid),
      button('编辑', poolCalls.saveVip),
      button('改价', poolCalls.vipPrice),
      button('上架', poolCalls.putPayOn),
      button('下架', poolCalls.offPay),
      button('移出', poolCalls.offPaid),
      button('审核', poolCalls.examinePay),
      button('导出', poolCalls.payExport),
    ],
  }),
  menuPage('store.integralProduct', '积分商品', '/store/integralProduct', {
    sort: 54,
    reads: [poolCalls.integralList, poolCalls.integralInfo, ...pool],
    buttons: [
      button('加入商品', poolCalls.putIntegral),
      button('编辑', poolCalls.saveIntegral),
      button('改价', poolCalls.integralPrice),
      button('赠送积分', poolCalls.giveIntegral),
      button('下架', poolCalls.offIntegral),
      button('审核', poolCalls.examineIntegral),
      button('导出', poolCalls.integralExport),
    ],
  }),
  {
    key: 'store.common.info',
    name: '商品通用详情',
    path: '/store/common/info/:type?/:id?',
    // The route of each kind says which list it highlights.
    hidden: true,
    permissions: [historyCalls.examineInfo.permission],
  },
  {
    key: 'store.common.examine',
    name: '商品通用审核',
    path: '/store/common/examine/:type?/:id?',
    hidden: true,
    permissions: [historyCalls.examineInfo.permission],
  },
]
