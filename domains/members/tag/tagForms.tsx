import { choice, refs } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { ColourInput } from '#kit/web/ColourInput.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { DOWNLOADS, watchTask } from '#kit/web/list/watchTask.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { change } from '#kit/web/useCall.ts'
import { RuleInput } from '../rule/RuleInput.tsx'
import { neededRule } from '../rule/rule.field.ts'
import { tagCalls, userTagCalls } from './tag.calls.ts'
import { userTag } from './userTag.entity.ts'

/** What the acts need to know of a tag. */
export interface TagTarget {
  readonly id: number
  readonly name: string
  readonly tagType: number | null
  readonly status: 0 | 1 | null
  readonly mergeToId: number | null
}

const AUTOMATIC = 2
const { name, tagGroupId, color, mark, sort, status } = userTag.shape

/** The fields of a tag that is given by hand. */
const HAND = { name, tagGroupId, color, mark, sort, status }

/** Opens the form of a tag that is given by hand; null: a new one. Its id, or null when the person gave up. */
export const openHandTag = (id: number | null): Promise<number | null> =>
  openForm({
    of: userTag,
    shape: HAND,
    calls: tagCalls,
    id,
    inputs: { color: { Input: ColourInput }, sort: { help: '数字小的在前' } },
    complete: (input) => (id === null ? { ...input, tagType: 1 } : input),
    touches: ['/admin/tag'],
  })

export const formOf = (id: number): string => `/tag/userLabel/edit/${id}`
export const pageOf = (id: number): string => `/tag/userLabel/info/${id}`

/** Automatic tags have a page for their rule, the others a dialog. */
export const editTag = ({ id, tagType }: TagTarget): unknown =>
  tagType === AUTOMATIC ? goTo(formOf(id)) : openHandTag(id)

const merging = ({ mergeToId }: TagTarget): string | null => (mergeToId === null ? null : '标签正在合并')

const toOther = entity(
  'tagMerge',
  '合并标签',
  { toIds: refs('合并到', 'userTag', { required: true, max: 1 }) },
  { title: 'toIds' },
)

/** 合并: its users, rules and relations go to another tag, and it is deleted. Members §4.2. */
export const mergeAct: Act<TagTarget> = act({
  label: '合并',
  permission: tagCalls.merge,
  closed: merging,
  run: ({ id, name: called }: TagTarget) =>
    openForm({
      of: toOther,
      calls: { save: tagCalls.merge },
      id: null,
      title: `合并标签“${called}”`,
      inputs: {
        toIds: { help: `“${called}”的用户归到所选标签，引用它的规则随之改写，然后删除“${called}”，不能撤销` },
      },
      complete: (input) => ({ fromId: id, toId: input.toIds }),
      success: '正在合并，完成后原标签会从列表中消失',
      touches: ['/admin/user/tag', '/admin/tag'],
    }),
})

const MODES = [
  { value: 'add', label: '打标' },
  { value: 'remove', label: '移除' },
] as const

const bySearch = entity(
  'tagBatch',
  '批量打标',
  {
    mode: choice('操作', MODES, { initial: 'add' }),
    conditions: neededRule('用户条件'),
  },
  { title: 'mode' },
)

interface Started {
  taskId: number
}
const isStarted = (answer: unknown): answer is Started =>
  typeof answer === 'object' && answer !== null && 'taskId' in answer

/** 批量打标: everybody whom conditions mean, as a task. Members §4.2, §4.4. */
export const batchTagAct: Act<TagTarget> = act({
  label: '批量打标',
  permission: tagCalls.batchSearch,
  closed: (tag: TagTarget) => merging(tag) ?? (tag.status === 1 ? null : '标签已停用'),
  run: ({ id, name: called }: TagTarget) =>
    openForm({
      of: bySearch,
      calls: { save: tagCalls.batchSearch },
      id: null,
      title: `批量打标“${called}”`,
      width: 860,
      inputs: { conditions: { Input: RuleInput, wide: true } },
      complete: (input) => ({ ...input, tagId: id }),
      success: '已开始打标，结果见我的下载',
      told: (answer) => {
        if (isStarted(answer)) watchTask(answer.taskId, DOWNLOADS)
      },
      touches: ['/admin/user/tag'],
    }),
})

const toUsers = entity(
  'userTagGive',
  '设置标签',
  { tagId: refs('标签', 'userTag', { required: true, max: 50 }) },
  { title: 'tagId' },
)

const touched = ['/admin/user/tag', '/admin/user/list', '/admin/user/info', '/admin/user/timeline']

/** 设置标签 for users; true when it was done. For lists and records of users. Members §2.6. */
export async function openGiveTags(
  uids: readonly number[],
  called = `${uids.length} 名用户`,
): Promise<boolean> {
  const done = await openForm({
    of: toUsers,
    calls: { save: userTagCalls.give },
    id: null,
    title: `设置标签（${called}）`,
    complete: (input) => ({ ...input, id: uids.join(',') }),
    success: '设置成功',
    touches: touched,
  })
  return done !== null
}

/** 移除标签 from users. Members §2.6. */
export async function openTakeTags(
  uids: readonly number[],
  called = `${uids.length} 名用户`,
): Promise<boolean> {
  const done = await openForm({
    of: toUsers,
    calls: { save: userTagCalls.take },
    id: null,
    title: `移除标签（${called}）`,
    inputs: { tagId: { help: '自动标签移除后，规则不会再为这些用户打上' } },
    complete: (input) => ({ ...input, id: uids.join(',') }),
    success: '移除成功',
    touches: touched,
  })
  return done !== null
}

/** 立即计算. Members §4.5. */
export const runAct: Act<TagTarget & { readonly runStatus: number | null }> = callAct(tagCalls.run, {
  label: '立即计算',
  when: ({ tagType }) => tagType === AUTOMATIC,
  closed: (tag) =>
    merging(tag) ??
    (tag.status !== 1
      ? '标签已停用'
      : tag.runStatus === 1 || tag.runStatus === 2
        ? '该标签正在计算中'
        : null),
  input: ({ id }) => ({ id }),
  success: '已加入计算队列',
  touches: ['/admin/user/tag'],
})

/** 复制: the copy waits switched off until somebody has changed it. */
export const copyAct: Act<TagTarget> = act({
  label: '复制',
  permission: tagCalls.copy,
  run: async ({ id }: TagTarget) => {
    const copy = await change(tagCalls.copy, { id }, { success: '已复制，副本为停用状态' })
    goTo(formOf(copy.id))
  },
})
