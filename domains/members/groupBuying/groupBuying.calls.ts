import { z } from 'zod'
import { choice, int, money, text } from '#kit/fields/shared.ts'
import { binary } from '#kit/shared/binary.ts'
import {
  answerOf,
  get,
  idAnswer,
  idField,
  listAnswer,
  listInput,
  patch,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
  target,
  taskAnswer,
} from '#kit/shared/call.ts'
import { importInput } from '#kit/shared/importInput.ts'
import { fieldOf, nameOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { groupBuyEmployee, groupBuying } from './groupBuying.entity.ts'

const PREFIX = '/admin/user/groupBuying'
const EMPLOYEE = `${PREFIX}/employee`

/** What a company has of people and what they bought, beside what it is. */
const counted = {
  companyName: nameOf('companyId', '单位', { width: 170 }),
  /** active people and the most there may be: 12/50; 12 where there is no limit */
  people: text('员工数/名额', { max: 30, width: 110 }),
  waitNum: int('待审核', { initial: 0, width: 80 }),
  monthAmount: money('本月金额', { initial: 0, width: 110 }),
  totalAmount: money('累计金额', { initial: 0, width: 110 }),
}

const usual = standardCalls(PREFIX, groupBuying, { list: counted, without: ['remove'] })

/** Members §5.3. */
export const groupBuyingCalls = {
  ...usual,
  resetCode: post(`${PREFIX}/code/reset/:id`, {
    title: '重置企业码',
    input: { id: idField() },
    answer: answerOf(z.object({ joinCode: z.string() })),
  }),
  cards: get(`${PREFIX}/print`, {
    title: '企业码二维码',
    input: { id: idField() },
    answer: rowsAnswer({
      id: idField(),
      name: groupBuying.shape.name,
      joinCode: groupBuying.shape.joinCode,
      link: text('链接', { max: 1000 }),
      endTime: groupBuying.shape.endTime,
    }),
  }),
}

const employees = rowsOf(groupBuyEmployee, {
  groupName: fieldOf('groupBuyingId', groupBuying, 'name', '团购企业'),
  userName: nameOf('uid', '用户', { width: 150 }),
  /** of this month, with the limit: 120.00/500.00 */
  monthUsed: text('本月金额/限额', { max: 60, width: 140 }),
})
const ofGroup = { groupBuyingId: int('团购企业', { min: 1 }) }
const { groupNo: _groupNo, ...typed } = groupBuyEmployee.shape

const DECISIONS = [
  { value: 1, label: '通过' },
  { value: 4, label: '驳回' },
] as const
const MOVES = [
  { value: 1, label: '启用' },
  { value: 2, label: '停用' },
  { value: 3, label: '离职' },
] as const

/** The people of such a company. Members §5.3. */
export const employeeCalls = {
  list: get(`${EMPLOYEE}/list`, {
    title: '团购员工列表',
    input: listInput(groupBuyEmployee, ofGroup),
    answer: listAnswer(employees),
  }),
  info: get(`${EMPLOYEE}/info/:id`, {
    title: '团购员工详情',
    input: { id: idField() },
    answer: rowAnswer(employees),
  }),
  template: get(`${EMPLOYEE}/template`, { title: '团购员工导入模板', answer: binary }),
  save: post(`${EMPLOYEE}/save`, {
    title: '新增团购员工',
    input: { ...typed, groupBuyingId: idField('团购企业') },
    answer: idAnswer,
  }),
  update: patch(`${EMPLOYEE}/update`, { title: '编辑团购员工', input: typed }),
  examine: post(`${EMPLOYEE}/examine/:id`, {
    title: '审核团购员工',
    input: {
      ...target,
      status: choice('结果', DECISIONS, { required: true }),
      opinion: text('驳回原因', { max: 200 }),
    },
    business: 8,
  }),
  status: post(`${EMPLOYEE}/status/:id`, {
    title: '变更团购员工状态',
    input: { id: idField(), status: choice('状态', MOVES, { required: true }) },
    business: 2,
  }),
  unbind: post(`${EMPLOYEE}/unbind/:id`, { title: '解绑团购员工', input: { id: idField() } }),
  importSheet: post(`${EMPLOYEE}/import`, {
    title: '导入团购员工',
    multipart: true,
    input: importInput,
    answer: taskAnswer,
    business: 6,
  }),
  exportRows: post(`${EMPLOYEE}/export`, {
    title: '导出团购员工',
    input: { ...listInput(groupBuyEmployee, ofGroup), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
}

/** A consumer joins the group buying of the company they work for. Members §20. */
export const openJoinGroup = post('/open/groupBuying/join', {
  title: '加入企业团购',
  open: 'any',
  customer: true,
  perMinute: 120,
  input: {
    /** left out: the company that has the phone of the consumer on its list */
    joinCode: text('企业码', { max: 8 }),
    empNo: text('工号', { max: 20 }),
    realName: text('姓名', { max: 30 }),
    deptName: text('部门', { max: 50 }),
  },
  answer: answerOf(z.object({ status: z.number(), name: z.string() })),
})
