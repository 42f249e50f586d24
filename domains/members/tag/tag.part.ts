import { button, joinFacts } from '#kit/shared/room.ts'
import { nameListCalls } from '../nameList/nameList.calls.ts'
import { tagCalls, userTagCalls } from './tag.calls.ts'
import { tagGroupCalls, tagRelationCalls } from './tagGroup.calls.ts'

/** Who works with a rule sees what it may ask for. */
const TAGS = [tagCalls.list, tagCalls.info]
const batch = { name: '批量打标', permissions: [tagCalls.batch.permission, 'admin:user:tag:import'] }

/** Tags, their rules, and lists of who may and may not. Members §4.2–§5.1. */
export const tagFacts = joinFacts({
  calls: [
    ...Object.values(tagCalls),
    ...Object.values(userTagCalls),
    ...Object.values(tagGroupCalls),
    ...Object.values(tagRelationCalls),
    ...Object.values(nameListCalls),
  ],
  rights: {
    'user.label': {
      calls: tagCalls,
      reads: [userTagCalls.tagged, tagGroupCalls.list],
      buttons: [button('设置标签', userTagCalls.give), button('移除标签', userTagCalls.take), batch],
    },
    'tag.userLabel': {
      calls: tagCalls,
      reads: [tagCalls.trend, tagCalls.runList, tagCalls.logList, userTagCalls.tagged, tagGroupCalls.list],
      buttons: [
        button('预览规则', tagCalls.preview),
        button('立即计算', tagCalls.run),
        button('合并', tagCalls.merge),
        batch,
      ],
    },
    'tag.manage': {
      calls: tagGroupCalls,
      reads: [tagGroupCalls.coverage, ...TAGS],
      buttons: [
        button('排序', tagGroupCalls.sort),
        button('移动标签', tagGroupCalls.move),
        button('合并标签', tagCalls.merge),
      ],
    },
    'tag.realtion': { calls: tagRelationCalls, reads: [tagRelationCalls.graph] },
    'user.whiteNameList': {
      calls: nameListCalls,
      reads: [nameListCalls.hits],
      buttons: [button('检查', nameListCalls.check)],
    },
  },
})
