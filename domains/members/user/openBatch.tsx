import { refs, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { groupedNumber } from '#kit/shared/text.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { DOWNLOADS, watchTask } from '#kit/web/list/watchTask.tsx'
import { request } from '#kit/web/request.ts'
import { nameList } from '../nameList/nameList.entity.ts'
import { listFilters } from './user.addresses.ts'
import { userCalls } from './user.calls.ts'
import { assignForm, BLACK, groupForm } from './userActs.tsx'
import { userBatchCalls as calls } from './userBatch.calls.ts'

const tagForm = entity(
  'userBatchTag',
  '标签',
  { tagId: refs('标签', 'userTag', { required: true, max: 50 }) },
  { title: 'tagId' },
)
const reasonForm = entity(
  'userBatchReason',
  '原因',
  { reason: text('原因', { max: 100, required: true }) },
  { title: 'reason' },
)

type Calls = typeof calls
type Facts = Pick<Parameters<typeof openForm>[0], 'of' | 'shape' | 'inputs' | 'complete'>

/** What is done, the form it asks, and the call it ends in. */
const KINDS: readonly (Facts & { label: string; call: Calls[keyof Calls]; danger?: boolean })[] = [
  { label: '设置标签', call: calls.tag, of: tagForm, complete: ofTags },
  {
    label: '移除标签',
    call: calls.untag,
    of: tagForm,
    inputs: { tagId: { help: '自动标签移除后，规则不会再为这些用户打上' } },
    complete: ofTags,
  },
  {
    label: '设置分组',
    call: calls.group,
    of: groupForm,
    complete: (input) => ({ ...input, groupId: input.groupId || 0 }),
  },
  { label: '分配客服和门店', call: calls.assign, of: assignForm },
  {
    label: '停用',
    call: calls.status,
    of: reasonForm,
    danger: true,
    complete: (input) => ({ ...input, status: 0 }),
  },
  { label: '启用', call: calls.status, of: reasonForm, complete: (input) => ({ ...input, status: 1 }) },
  {
    label: '加入黑名单',
    call: calls.black,
    of: nameList,
    shape: BLACK,
    danger: true,
    inputs: { reason: { help: '只给员工看，用户看不到' } },
  },
]

function ofTags(input: Readonly<Record<string, unknown>>) {
  return { ...input, tagId: Array.isArray(input.tagId) ? input.tagId.join(',') : input.tagId }
}

interface Started {
  taskId: number
}
const isStarted = (answer: unknown): answer is Started =>
  typeof answer === 'object' && answer !== null && 'taskId' in answer

/** What is done with everybody the list shows on all its pages, as a task that tells how far it is. Members §2.3. */
export const allUsersActs = (
  address: URLSearchParams,
  fixed: Readonly<Record<string, string>>,
): readonly Act<void>[] =>
  KINDS.map(({ label, call, danger, complete, ...facts }) =>
    act({
      label: `${label}（全部筛选结果）`,
      permission: call,
      ...(danger === undefined ? {} : { danger }),
      async run() {
        const filters = listFilters(address, fixed)
        const { total } = await request(userCalls.list, { ...filters, page: 1, limit: 1 })
        await openForm({
          ...facts,
          calls: { save: call },
          id: null,
          title: `${label}（全部筛选结果，${groupedNumber(total)}名用户）`,
          complete: (input, values) => ({ ...(complete?.(input, values) ?? input), filters }),
          success: '已开始处理，结果见我的下载',
          told: (answer) => {
            if (isStarted(answer)) watchTask(answer.taskId, DOWNLOADS)
          },
        })
      },
    }),
  )
