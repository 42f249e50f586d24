import { ref } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { openForm } from '#kit/web/form/FormModal.tsx'
import type { RowSeen } from '#kit/web/list/columnsOf.tsx'
import { ListPage } from '#kit/web/list/ListPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { USERS } from '../user/user.addresses.ts'
import { userCalls } from '../user/user.calls.ts'
import { userGroupCalls } from './userGroup.calls.ts'
import { OF_CUSTOMERS, OF_USERS, userGroup } from './userGroup.entity.ts'

const READS = ['groupName', 'groupType', 'userNum'] as const
type Row = RowSeen<typeof userGroupCalls.list, typeof READS>

const SHOW = ['groupName', 'groupType', 'userNum', 'mark', 'sort', 'createTime']
const TOUCHES = ['/admin/user']

/** Users move between groups of one type. */
const moveForm = (groupType: number) =>
  entity(
    'userGroupMove',
    '转移',
    {
      toId: ref('转移到', 'userGroup', {
        required: true,
        narrows: groupType === 2 ? OF_CUSTOMERS : OF_USERS,
      }),
    },
    { title: 'toId' },
  )

const usersOf = ({ id, groupType }: Row): string =>
  `${USERS}?${groupType === 2 ? 'customerGroupId' : 'groupId'}=${id}`

const ACTIONS: readonly Act<Row>[] = [
  act({ label: '查看用户', permission: userCalls.list, run: (row) => goTo(usersOf(row)) }),
  act({
    label: '转移用户',
    permission: userGroupCalls.move,
    when: (row) => row.userNum > 0,
    run: (row) =>
      openForm({
        of: moveForm(row.groupType),
        calls: { save: userGroupCalls.move },
        id: null,
        title: `转移用户（${row.groupName}，${row.userNum}人）`,
        success: '已开始转移',
        complete: (input) => ({ ...input, id: row.id }),
        touches: TOUCHES,
      }),
  }),
  callAct(userGroupCalls.remove, {
    label: '删除',
    danger: true,
    prompt: (row) =>
      row.userNum > 0
        ? `该分组下有 ${row.userNum} 个用户，删除后将移出分组，确认删除吗？`
        : `确定删除分组“${row.groupName}”吗？`,
    input: ({ id }) => ({ id: String(id) }),
    success: '删除成功',
    touches: TOUCHES,
  }),
]
const CALLS = {
  list: userGroupCalls.list,
  info: userGroupCalls.info,
  save: userGroupCalls.save,
  update: userGroupCalls.update,
}

const FORM = {}

/** 用户分组. Members §4.1. */
export default function GroupList() {
  return (
    <ListPage
      of={userGroup}
      calls={CALLS}
      reads={READS}
      show={SHOW}
      dated=""
      form={FORM}
      actions={ACTIONS}
      empty="把用户分成几组，便于筛选、群发和定价；每个用户在每种类型里最多属于一个分组"
    />
  )
}
