import { button, joinFacts } from '#kit/shared/room.ts'
import { userGroupCalls } from '../group/userGroup.calls.ts'
import { PHONE, SENSITIVE } from '../members.rules.ts'
import { userCalls } from './user.calls.ts'
import { userBatchCalls } from './userBatch.calls.ts'

/** Users and their groups. Members §2, §4.1. */
export const userFacts = joinFacts({
  calls: [userCalls, userGroupCalls, userBatchCalls].flatMap((calls) => Object.values(calls)),
  rights: {
    'user.index': {
      calls: {
        list: userCalls.list,
        info: userCalls.info,
        save: userCalls.save,
        update: userCalls.update,
        status: userCalls.status,
      },
      reads: [userCalls.top, userCalls.timeline, userCalls.fall],
      labels: { status: '启用/停用' },
      buttons: [
        button('修改手机号', userCalls.phone),
        button('积分余额', userCalls.founds),
        button('修改用户等级', userCalls.level),
        button('设置分组', userCalls.group),
        button('修改上级推广人', userCalls.spread),
        button('清除上级推广人', userCalls.spreadClean),
        button('分配客服和门店', userCalls.assign),
        button('强制下线', userCalls.logout),
        button('收货地址', userCalls.addresses),
        button('好友关系', userCalls.friends),
        button('访问足迹', userCalls.visits),
        button('购物车与收藏', userCalls.basket),
        button('用户明细', userCalls.condition),
        button('查看单项完整信息', userCalls.reveal),
        button('注册来源', userCalls.channels, userCalls.ofChannels),
        button('选择用户', userCalls.picked, userCalls.all),
        { name: '查看完整手机号', permissions: [PHONE] },
        { name: '查看姓名地址等', permissions: [SENSITIVE] },
      ],
    },
    'user.group': {
      calls: {
        list: userGroupCalls.list,
        info: userGroupCalls.info,
        save: userGroupCalls.save,
        update: userGroupCalls.update,
        remove: userGroupCalls.remove,
      },
      reads: [userGroupCalls.users, userGroupCalls.customers],
      buttons: [button('转移用户', userGroupCalls.move)],
    },
  },
})
