import { button, type FactsPart } from '#kit/shared/room.ts'
import { storeCalls } from '../product/product.calls.ts'
import { ON_SHELF_PICTURES, pictureCalls } from './pictures.calls.ts'
import { feedbackCalls, purposeCalls } from './purpose.calls.ts'
import { replyCalls } from './reply.calls.ts'

/** Comments, pictures and purchase intentions. Catalog §3.6, §4.3. */
export const demandFacts: FactsPart = {
  calls: [
    ...Object.values(replyCalls),
    ...Object.values(pictureCalls),
    ...Object.values(purposeCalls),
    ...Object.values(feedbackCalls),
  ],
  rights: {
    'store.comment': {
      calls: replyCalls,
      reads: [replyCalls.shown, storeCalls.attrValues],
      labels: { save: '新增虚拟评论', status: '显示/隐藏' },
      buttons: [button('回复', replyCalls.comment)],
    },
    'store.picture': {
      calls: pictureCalls,
      reads: [pictureCalls.logs],
      buttons: [
        button('批量导入', pictureCalls.importZip),
        button('清空图片', pictureCalls.clear),
        { name: '修改在售商品图片', permissions: [ON_SHELF_PICTURES] },
      ],
    },
    'purpose.product': {
      calls: purposeCalls,
      reads: [storeCalls.attrValues],
      buttons: [button('截止', purposeCalls.close), button('转预测', purposeCalls.toForecast)],
    },
    'purpose.feedback': {
      calls: feedbackCalls,
      // What an intention takes is shown while its feedback is entered.
      reads: [purposeCalls.info],
      labels: { save: '代录' },
      buttons: [
        button('回复', feedbackCalls.reply),
        button('采纳', feedbackCalls.accept),
        button('拒绝', feedbackCalls.reject),
        button('导入', feedbackCalls.importRows),
      ],
    },
  },
}
