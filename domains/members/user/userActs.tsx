import { ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { batchAct } from '#kit/web/batch.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { levelCalls } from '../level/level.calls.ts'
import { memberPhone } from '../members.rules.ts'
import { nameListCalls } from '../nameList/nameList.calls.ts'
import { nameList } from '../nameList/nameList.entity.ts'
import { userTagCalls } from '../tag/tag.calls.ts'
import { openGiveTags, openTakeTags } from '../tag/tagForms.tsx'
import { openFounds } from './openFounds.tsx'
import { openLevel } from './openLevel.tsx'
import { openUserForm } from './openUser.tsx'
import { userCalls } from './user.calls.ts'

const ON = 1 as const
const OFF = 0 as const

/** What is looked at by what is done with a user. */
export const READS = [
  'nickname',
  'status',
  'lifeStatus',
  'mergeToUid',
  'spreadUid',
  'phone',
  'level',
] as const
export type UserRow = RowSeen<typeof userCalls.list, typeof READS>

const TOUCHES = ['/admin/user', '/admin/system/user/level']

const GONE: Readonly<Record<number, string>> = { 2: '用户已注销', 3: '用户已合并' }
/** Why nothing can be done with a user any more; null while they live. */
export const goneOf = ({ lifeStatus }: UserRow): string | null => GONE[lifeStatus] ?? null

const phoneForm = entity(
  'userPhone',
  '手机号',
  { phone: memberPhone('新手机号', { required: true }) },
  { title: 'phone' },
)
export const groupForm = entity(
  'userToGroup',
  '分组',
  { groupId: ref('分组', 'userGroup', { help: '留空则移出用户分组' }) },
  { title: 'groupId' },
)
const spreadForm = entity(
  'userToSpread',
  '推广人',
  { spreadUid: ref('上级推广人', 'user', { required: true }) },
  { title: 'spreadUid' },
)
export const assignForm = entity(
  'userToStaff',
  '归属',
  {
    agentId: ref('归属客服', 'admin'),
    storeId: ref('归属门店', 'store', { help: '留空的一项保持不变' }),
  },
  { title: 'agentId' },
)

const { scenes, reason: listedFor, startTime, endTime } = nameList.shape
/** What is asked of who goes on the black list. */
export const BLACK = { scenes, reason: listedFor, startTime, endTime }

const idsOf = (rows: readonly UserRow[]): string => rows.map((row) => row.id).join(',')
const counted = (title: string, rows: readonly UserRow[]): string => `${title}（${calledIn(rows)}）`

const openGroup = (rows: readonly UserRow[]) =>
  openForm({
    of: groupForm,
    calls: { save: userCalls.group },
    id: null,
    title: counted('设置分组', rows),
    success: '设置成功',
    complete: ({ groupId }) => ({ id: idsOf(rows), groupId: groupId || 0 }),
    touches: TOUCHES,
  })

const calledIn = (rows: readonly UserRow[]): string =>
  rows.length === 1 ? (rows[0]?.nickname ?? '') : `${rows.length}个用户`
const idsIn = (rows: readonly UserRow[]): number[] => rows.map((row) => row.id)
const openTag = (rows: readonly UserRow[]) => openGiveTags(idsIn(rows), calledIn(rows))
const openUntag = (rows: readonly UserRow[]) => openTakeTags(idsIn(rows), calledIn(rows))

const openAssign = (rows: readonly UserRow[]) =>
  openForm({
    of: assignForm,
    calls: { save: userCalls.assign },
    id: null,
    title: counted('分配客服和门店', rows),
    success: '分配成功',
    complete: (input) => ({ ...input, ids: idsOf(rows) }),
    touches: TOUCHES,
  })

const groupAct: Act<UserRow> = act({
  label: '设置分组',
  permission: userCalls.group,
  closed: goneOf,
  run: (row) => openGroup([row]),
})
const tagAct: Act<UserRow> = act({
  label: '设置标签',
  permission: userTagCalls.give,
  closed: goneOf,
  run: (row) => openTag([row]),
})
const untagAct: Act<UserRow> = act({
  label: '移除标签',
  permission: userTagCalls.take,
  closed: goneOf,
  run: (row) => openUntag([row]),
})
const assignAct: Act<UserRow> = act({
  label: '分配客服和门店',
  permission: userCalls.assign,
  closed: goneOf,
  run: (row) => openAssign([row]),
})
const offAct: Act<UserRow> = callAct(userCalls.status, {
  label: '停用',
  danger: true,
  when: (row) => row.status === 1,
  closed: goneOf,
  reason: '停用原因',
  prompt: (row) => `停用后“${row.nickname}”会立即下线，不能登录、下单和领券，未完成的订单照常处理。`,
  input: (row, reason) => ({ id: String(row.id), status: OFF, reason }),
  touches: TOUCHES,
})
const onAct: Act<UserRow> = callAct(userCalls.status, {
  label: '启用',
  when: (row) => row.status === 0,
  closed: goneOf,
  reason: '启用原因',
  input: (row, reason) => ({ id: String(row.id), status: ON, reason }),
  touches: TOUCHES,
})

/** What is done with a user, in the list and on the page. Members §2.3. */
export const USER_ACTS: readonly Act<UserRow>[] = [
  act({
    label: '编辑',
    permission: userCalls.update,
    closed: goneOf,
    run: (row) => openUserForm(row.id),
  }),
  act({
    label: '积分余额',
    permission: userCalls.founds,
    closed: goneOf,
    run: (row) => openFounds(row.id, row.nickname),
  }),
  tagAct,
  untagAct,
  groupAct,
  act({
    label: '修改用户等级',
    permission: userCalls.level,
    closed: goneOf,
    run: ({ id, nickname, level }) => openLevel(id, nickname, level),
  }),
  act({
    label: '修改手机号',
    permission: userCalls.phone,
    closed: goneOf,
    run: (row) =>
      openForm({
        of: phoneForm,
        calls: { save: userCalls.phone },
        id: null,
        title: counted('修改手机号', [row]),
        success: '修改成功',
        complete: (input) => ({ ...input, id: row.id }),
        touches: TOUCHES,
      }),
  }),
  act({
    label: '修改上级推广人',
    permission: userCalls.spread,
    closed: goneOf,
    run: (row) =>
      openForm({
        of: spreadForm,
        calls: { save: userCalls.spread },
        id: null,
        title: counted('修改上级推广人', [row]),
        success: '修改成功',
        complete: (input) => ({ ...input, userId: row.id }),
        touches: TOUCHES,
      }),
  }),
  callAct(userCalls.spreadClean, {
    label: '清除上级推广人',
    when: (row: UserRow) => row.spreadUid !== null,
    closed: goneOf,
    prompt: (row) => `确定清除“${row.nickname}”的上级推广人吗？`,
    input: ({ id }) => ({ id }),
    touches: TOUCHES,
  }),
  assignAct,
  offAct,
  onAct,
  callAct(userCalls.logout, {
    label: '强制下线',
    closed: goneOf,
    prompt: (row: UserRow) => `“${row.nickname}”在各终端的登录都会结束，确定吗？`,
    input: ({ id }) => ({ id }),
    success: '已强制下线',
  }),
  act({
    label: '加入黑名单',
    permission: nameListCalls.save,
    danger: true,
    closed: goneOf,
    run: (row) =>
      openForm({
        of: nameList,
        shape: BLACK,
        calls: { save: nameListCalls.save },
        id: null,
        title: counted('加入黑名单', [row]),
        success: '已加入黑名单',
        inputs: { reason: { help: '只给员工看，用户看不到' } },
        complete: (input) => ({ ...input, listType: 2, objectType: 1, objectValue: String(row.id) }),
        touches: ['/admin/user/nameList'],
      }),
  }),
  act({
    label: '等级详情',
    permission: levelCalls.userInfo,
    run: (row) => goTo(`/user/levelUserInfo/${row.id}`),
  }),
]

const nameOf = (row: UserRow): string => row.nickname

/** What is done with several users at once. Members §2.3. */
export const USER_BATCH: readonly Act<readonly UserRow[]>[] = [
  batchAct({ label: '设置标签', permission: userTagCalls.give, of: tagAct, nameOf, run: openTag }),
  batchAct({ label: '移除标签', permission: userTagCalls.take, of: untagAct, nameOf, run: openUntag }),
  batchAct({ label: '设置分组', permission: userCalls.group, of: groupAct, nameOf, run: openGroup }),
  batchAct({
    label: '分配客服和门店',
    permission: userCalls.assign,
    of: assignAct,
    nameOf,
    run: openAssign,
  }),
  batchAct({
    label: '停用',
    danger: true,
    permission: userCalls.status,
    of: offAct,
    nameOf,
    run: (rows) => setStatus(rows, 0),
  }),
  batchAct({
    label: '启用',
    permission: userCalls.status,
    of: onAct,
    nameOf,
    run: (rows) => setStatus(rows, 1),
  }),
]

const statusForm = entity(
  'userStatusReason',
  '原因',
  { reason: text('原因', { max: 100, required: true }) },
  { title: 'reason' },
)

const setStatus = (rows: readonly UserRow[], status: 0 | 1) =>
  openForm({
    of: statusForm,
    calls: { save: userCalls.status },
    id: null,
    title: counted(status === 0 ? '停用用户' : '启用用户', rows),
    success: '操作成功',
    complete: (input) => ({ ...input, id: idsOf(rows), status }),
    touches: TOUCHES,
  })
