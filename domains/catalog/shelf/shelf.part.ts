import { documentFacts } from '#kit/shared/declareDocument.ts'
import { button, joinFacts } from '#kit/shared/room.ts'
import { findSkusCall } from '../lines/lines.calls.ts'
import { storeCalls } from '../product/product.calls.ts'
import { historyCalls } from '../product/repo.calls.ts'
import { channelCalls } from './channel.calls.ts'
import { copyCalls } from './copy.calls.ts'
import { poolCalls } from './pool.calls.ts'
import { editCalls, editDocument } from './productEdit.document.ts'
import { shelfCalls } from './shelf.calls.ts'
import { applyCalls, applyDocument } from './showApply.document.ts'

const pool = [poolCalls.tabs, shelfCalls.editable, storeCalls.attrValues]

/** Documents around the shelf, channel listings and the pools. Catalog §3.3–3.5. */
export const shelfFacts = joinFacts(
  documentFacts(applyDocument, {
    reads: [shelfCalls.editable, findSkusCall],
    buttons: [button('重试', applyCalls.retry), button('取消执行', applyCalls.cancel)],
  }),
  documentFacts(editDocument, {
    reads: [shelfCalls.editable, findSkusCall],
    buttons: [
      button('重试', editCalls.retry),
      button('取消执行', editCalls.cancel),
      button('撤回修改', editCalls.takeBack),
    ],
  }),
  {
    calls: [
      ...Object.values(shelfCalls),
      ...Object.values(copyCalls),
      ...Object.values(channelCalls),
      ...Object.values(poolCalls),
    ],
    rights: {
      'store.common.info': { reads: [historyCalls.examineInfo] },
      'store.common.examine': { reads: [historyCalls.examineInfo] },
      'store.upanddownshelves': {
        reads: [shelfCalls.rows, shelfCalls.plans, shelfCalls.log],
        buttons: [
          button('上架', storeCalls.putOnSkus),
          button('下架', storeCalls.offSkus),
          button('取消定时', shelfCalls.cancelPlans),
        ],
      },
      'store.sale': {
        calls: channelCalls,
        reads: [findSkusCall],
        buttons: [
          button('上架', storeCalls.putOnShell),
          button('下架', storeCalls.offShell),
          button('设置可见范围', channelCalls.visible),
          button('定时', channelCalls.schedule),
          button('设置价格', channelCalls.price),
        ],
      },
      'store.payproduct': {
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
      },
      'store.integralProduct': {
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
      },
    },
  },
)
