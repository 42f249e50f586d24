import { z } from 'zod'
import { choice, flag, json, ref, text } from '#kit/fields/shared.ts'
import { idsField, post, taskAnswer } from '#kit/shared/call.ts'
import { GROUP_TYPES } from '../group/userGroup.entity.ts'
import { nameListCalls } from '../nameList/nameList.calls.ts'
import { nameList } from '../nameList/nameList.entity.ts'
import { userTagCalls } from '../tag/tag.calls.ts'
import { userCalls } from './user.calls.ts'

const BATCH = '/admin/user/batch'

const { scenes, reason: listedFor, startTime, endTime } = nameList.shape

/** The filters of the list as its address holds them. */
const filters = json('筛选条件', z.record(z.string(), z.string()), { required: true })

/**
 * What is done with everybody a list of users means, as a task of the background, by whoever may do it with one. Members §2.3.
 */
export const userBatchCalls = {
  tag: post(`${BATCH}/tag`, {
    title: '批量设置标签',
    permission: userTagCalls.give.permission,
    input: { filters, tagId: idsField('标签', 50) },
    answer: taskAnswer,
  }),
  untag: post(`${BATCH}/unbindTag`, {
    title: '批量移除标签',
    permission: userTagCalls.take.permission,
    input: { filters, tagId: idsField('标签', 50) },
    answer: taskAnswer,
  }),
  group: post(`${BATCH}/group`, {
    title: '批量设置分组',
    permission: userCalls.group.permission,
    input: {
      filters,
      groupId: ref('分组', 'userGroup', { initial: 0 }),
      groupType: choice('类型', GROUP_TYPES, { initial: 1 }),
    },
    answer: taskAnswer,
  }),
  assign: post(`${BATCH}/assign`, {
    title: '批量分配客服和门店',
    permission: userCalls.assign.permission,
    input: { filters, agentId: ref('归属客服', 'admin'), storeId: ref('归属门店', 'store') },
    answer: taskAnswer,
  }),
  status: post(`${BATCH}/update/status`, {
    title: '批量启用/停用用户',
    permission: userCalls.status.permission,
    input: {
      filters,
      status: flag('状态', { required: true }),
      reason: text('原因', { max: 100, required: true }),
    },
    answer: taskAnswer,
  }),
  black: post(`${BATCH}/black`, {
    title: '批量加入黑名单',
    permission: nameListCalls.save.permission,
    input: { filters, scenes, reason: listedFor, startTime, endTime },
    answer: taskAnswer,
  }),
}
