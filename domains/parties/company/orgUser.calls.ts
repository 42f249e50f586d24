import { int, ref, text } from '#kit/fields/shared.ts'
import { binary } from '#kit/shared/binary.ts'
import {
  get,
  idAnswer,
  idField,
  listAnswer,
  listInput,
  orNull,
  patch,
  post,
  rowAnswer,
  rowsOf,
  taskAnswer,
} from '#kit/shared/call.ts'
import { importInput } from '#kit/shared/importInput.ts'
import { ruleOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { orgHelp } from './orgHelp.entity.ts'
import { orgUser } from './orgUser.entity.ts'

const USER = '/admin/org/user'

const shoudaCount = ruleOf(
  orgUser,
  ['shoudaIds'],
  int('售达方数', { width: 90 }),
  (row) => row.shoudaIds.length,
)
const rows = rowsOf(orgUser, { shoudaCount })
/** subOrgId: a company or sub-organisation, with those below it; `orgId` in its place means the same */
const filters = { subOrgId: ref('单位', 'company') }
const listed = { ...listInput(orgUser, filters), columns: text('导出列', { max: 2000 }) }

/** Catalog §6.3; the paths are those of the specification. */
export const orgUserCalls = {
  list: get(`${USER}/list/by/subOrgId`, {
    title: '组织用户列表',
    input: listInput(orgUser, filters),
    answer: listAnswer(rows),
  }),
  info: get(`${USER}/info`, {
    title: '组织用户详情',
    input: { id: int('ID'), uid: int('用户') },
    answer: rowAnswer(rows),
  }),
  downloadTemplate: get(`${USER}/downloadTemplate`, { title: '组织用户导入模板', answer: binary }),
  save: post(`${USER}/save`, { title: '新增组织用户', input: orgUser.shape, answer: idAnswer }),
  update: patch(`${USER}/edit`, { title: '编辑组织用户', input: orgUser.shape }),
  status: standardCalls(USER, orgUser).status,
  remove: standardCalls(USER, orgUser).remove,
  exportRows: post(`${USER}/export`, {
    title: '导出组织用户',
    input: listed,
    answer: taskAnswer,
    business: 5,
  }),
  importSheet: post(`${USER}/import`, {
    title: '导入组织用户',
    multipart: true,
    input: importInput,
    answer: taskAnswer,
    business: 6,
  }),
  resetPwd: post(`${USER}/resetPwd/:id`, { title: '重置组织用户密码', input: { id: idField() } }),
  unlock: post(`${USER}/unlock/:id`, { title: '解锁组织用户', input: { id: idField() } }),
  all: standardCalls(USER, orgUser).all,
}

const HELP = '/admin/system/org/help'

/** 组织会员帮助 of a channel. Catalog §6.3. */
export const orgHelpCalls = {
  info: get(`${HELP}/info`, {
    title: '组织会员帮助',
    input: { channelId: orgHelp.shape.channelId },
    answer: orNull(rowAnswer(orgHelp.all)),
  }),
  save: post(`${HELP}/save`, { title: '保存组织会员帮助', input: orgHelp.shape, answer: idAnswer }),
}
