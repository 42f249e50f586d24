import { choice, flag, int, ref } from '#kit/fields/shared.ts'
import {
  get,
  idAnswer,
  idField,
  idsField,
  listAnswer,
  listInput,
  paging,
  patch,
  post,
  rowAnswer,
  rowsOf,
  someIds,
} from '#kit/shared/call.ts'
import { optionsAnswer } from '#kit/shared/standardCalls.ts'
import { GROUP_TYPES, userGroup } from './userGroup.entity.ts'

const GROUP = '/admin/user/group'

const rows = rowsOf(userGroup, { userNum: int('用户数', { readOnly: true, initial: 0, width: 90 }) })
const list = (path: string, title: string) =>
  get(`${GROUP}${path}`, { title, input: listInput(userGroup), answer: listAnswer(rows) })

/** Members §4.1; the paths are those of the specification. */
export const userGroupCalls = {
  list: list('/list', '用户分组列表'),
  /** groups of type 1 and of type 2, for clients that ask so */
  users: list('/user/list', '用户分组'),
  customers: list('/customer/list', '客户分组'),
  info: get(`${GROUP}/info`, { title: '分组详情', input: { id: idField() }, answer: rowAnswer(rows) }),
  save: post(`${GROUP}/save`, { title: '新增分组', input: userGroup.shape, answer: idAnswer }),
  update: patch(`${GROUP}/update`, { title: '编辑分组', input: userGroup.shape }),
  remove: get(`${GROUP}/delete`, {
    title: '删除分组',
    change: true,
    business: 3,
    input: { id: idsField() },
  }),
  /** moves everybody of one group into another of the same type; 0: into none */
  move: post(`${GROUP}/move`, {
    title: '转移分组用户',
    input: { id: idField('分组'), toId: ref('转移到', 'userGroup', { initial: 0 }) },
  }),
  /** groups to choose from; those of one type where a field takes no other */
  all: get(`${GROUP}/all`, {
    title: '用户分组选项',
    permission: 'login',
    picks: userGroup.name,
    input: {
      keywords: paging.keywords,
      ids: someIds(),
      offered: flag('仅可选', { initial: 0 }),
      limit: paging.limit,
      groupType: choice('类型', GROUP_TYPES),
    },
    answer: optionsAnswer,
  }),
}
