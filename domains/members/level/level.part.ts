import { button, joinFacts } from '#kit/shared/room.ts'
import { configCalls } from '../config/config.calls.ts'
import { vipCalls } from '../membership/membership.calls.ts'
import { vipPaymentCalls } from '../membership/vipPayment.calls.ts'
import { signCalls } from '../sign/sign.calls.ts'
import { taskCalls } from '../task/task.calls.ts'
import { levelCalls } from './level.calls.ts'

/** Levels, growth, membership, tasks, sign-in and configuration. Members §3. */
export const levelFacts = joinFacts({
  calls: [levelCalls, vipCalls, vipPaymentCalls, taskCalls, signCalls, configCalls].flatMap((calls) =>
    Object.values(calls),
  ),
  prefixes: ['HY'],
  rights: {
    'user.grade': {
      calls: {
        list: levelCalls.list,
        info: levelCalls.info,
        save: levelCalls.save,
        update: levelCalls.update,
      },
      reads: [
        levelCalls.queryPayLevel,
        levelCalls.queryCustomerLevel,
        levelCalls.equities,
        levelCalls.log,
        vipCalls.list,
        vipCalls.info,
      ],
      buttons: [
        button('显示/隐藏', levelCalls.use),
        button('删除', levelCalls.remove),
        button('导出变更记录', levelCalls.exportLog),
        button('赠送会员', vipCalls.give),
        button('会员退款', vipPaymentCalls.refund),
        button('导出开通记录', vipCalls.exportOrders),
      ],
    },
    'user.levelUserInfo': { reads: [levelCalls.userInfo] },
    'user.memberHelp': { reads: [configCalls.info] },
    'user.task': {
      calls: taskCalls,
      reads: [taskCalls.records],
      buttons: [
        button('复制', taskCalls.copy),
        button('人工发放', taskCalls.give),
        button('导出记录', taskCalls.exportRecords),
      ],
    },
    'member.memberConfig': {
      reads: [configCalls.info],
      buttons: [
        button('保存', configCalls.save),
        button('版本与还原', configCalls.versions, configCalls.restore),
      ],
    },
  },
})
