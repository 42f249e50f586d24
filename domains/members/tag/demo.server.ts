import type { Demo } from '#kit/server/demo.ts'
import { nameListCalls } from '../nameList/nameList.calls.ts'
import { workRuns } from './runs.server.ts'
import { tagCalls } from './tag.calls.ts'
import { tagGroupCalls, tagRelationCalls } from './tagGroup.calls.ts'

const GROUPS = [
  ['消费力', 1, '#d4380d'],
  ['兴趣', 2, '#0958d9'],
  ['服务', 2, '#389e0d'],
] as const

const HAND = [
  ['喜欢坚果', '兴趣', '#0958d9'],
  ['露营爱好者', '兴趣', '#0958d9'],
  ['需要发票', '服务', '#389e0d'],
  ['投诉处理中', '服务', '#cf1322'],
] as const

const all = (...items: readonly { field: string; op: 'ge' | 'in' | 'le' | 'lt'; value: unknown }[]) => ({
  match: 'all' as const,
  items,
})

const RULED = [
  ['高消费', '消费力', 1, all({ field: 'netAmount', op: 'ge', value: '1000.00' })],
  ['中消费', '消费力', 2, all({ field: 'netAmount', op: 'ge', value: '200.00' })],
  ['沉睡唤醒', null, 10, all({ field: 'lifeStage', op: 'in', value: [5, 6] })],
  ['近期生日', '服务', 11, all({ field: 'birthdayIn', op: 'le', value: 30 })],
] as const

/** Groups of tags, tags by hand and by rules, what they are to each other, and who may not. Members §4.2–§5.1. */
export async function fillTags({ admin, ago, idOf }: Demo): Promise<void> {
  await ago(80, async () => {
    for (const [n, [groupName, selectMode, color]] of GROUPS.entries())
      await admin(tagGroupCalls.save, { groupName, selectMode, color, sort: n + 1 })
    for (const [name, group, color] of HAND)
      await admin(tagCalls.save, { name, color, tagGroupId: await idOf('userTagGroup', group), tagType: 1 })
  })
  await ago(60, async () => {
    for (const [name, group, sort, conditions] of RULED)
      await admin(tagCalls.save, {
        name,
        sort,
        conditions,
        tagType: 2,
        runMode: 1,
        tagGroupId: group === null ? null : await idOf('userTagGroup', group),
      })
    await admin(tagRelationCalls.save, {
      kind: 1,
      fromTagId: await idOf('userTag', '投诉处理中'),
      toIds: String(await idOf('userTag', '沉睡唤醒')),
    })
    await admin(tagRelationCalls.save, {
      kind: 2,
      fromTagId: await idOf('userTag', '露营爱好者'),
      toIds: String(await idOf('userTag', '喜欢坚果')),
    })
  })
  await ago(12, () =>
    admin(nameListCalls.save, {
      listType: 2,
      objectType: 5,
      objectValue: '45.88.0.0/16',
      scenes: [1, 3],
      reason: '批量注册刷券',
    }),
  )
  await ago(10, () =>
    admin(nameListCalls.save, {
      listType: 1,
      objectType: 2,
      objectValue: '13900009999',
      scenes: [1, 2],
      reason: '内部测试账号',
    }),
  )
}

/** The tags by rules, computed once for the users there are. Members §4.5. */
export async function runTags({ admin, db, idOf }: Demo): Promise<void> {
  for (const [name] of RULED) await admin(tagCalls.run, { id: await idOf('userTag', name) })
  await workRuns(db, new AbortController().signal)
}
