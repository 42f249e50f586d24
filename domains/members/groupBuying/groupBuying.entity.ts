import { mobileField } from '#domains/parties/parties.shared.ts'
import { choice, choices, datetime, flag, int, money, ref, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'
import { memberName, memberPhone } from '../members.rules.ts'

export const JOIN_MODES = [
  { value: 1, label: '名单导入' },
  { value: 2, label: '企业码' },
  { value: 3, label: '申请审核' },
] as const
export type JoinMode = (typeof JOIN_MODES)[number]['value']

const PRODUCT_MODES = [
  { value: 1, label: '全部' },
  { value: 2, label: '目录商品' },
] as const
const PAY_MODES = [
  { value: 1, label: '个人支付' },
  { value: 2, label: '企业CT账户' },
] as const
const SHIP_MODES = [
  { value: 1, label: '个人地址' },
  { value: 2, label: '单位送达方' },
] as const

/** A company whose employees buy on the terms of one of its sold-to parties. Members §5.3. */
export const groupBuying = entity(
  'groupBuying',
  '团购企业',
  {
    groupNo: text('编号', { max: 20, readOnly: true, unique: true, search: true, list: false }),
    name: text('团购名称', { max: 50, required: true, search: true, width: 150 }),
    shoudaId: ref('售达方', 'shouda', { required: true, width: 140 }),
    companyId: ref('单位', 'company', { readOnly: true, list: false, filter: true }),
    shoudaNum: text('售达方编号', { max: 10, readOnly: true, search: true, list: false }),
    agentId: ref('业务员', 'admin', { readOnly: true, list: false, filter: true }),
    contactName: text('联系人', { max: 30, required: true, search: true, list: false }),
    contactPhone: mobileField('电话', { required: true, list: false }),
    joinModes: choices('加入方式', JOIN_MODES, { required: true, initial: [1], width: 110 }),
    joinCode: text('企业码', { max: 8, readOnly: true, unique: true, list: false }),
    startTime: datetime('开始时间', { required: true, list: false }),
    endTime: datetime('结束时间', { required: true, width: 140 }),
    maxPeople: int('名额', { initial: 0, max: 1_000_000, list: false, help: '0 为不限' }),
    levelId: ref('客户等级', 'systemUserLevel', { width: 90, help: '员工绑定后获得，决定其价格' }),
    productMode: choice('可购商品', PRODUCT_MODES, { initial: 1, list: false }),
    monthLimit: money('每人每月限额', { initial: 0, list: false, help: '0 为不限' }),
    payMode: choice('支付方式', PAY_MODES, { required: true, initial: 1, list: false }),
    shipMode: choice('收货方式', SHIP_MODES, { required: true, initial: 1, list: false }),
    status: flag('状态', { initial: 1, texts: ['正常', '停用'], width: 80 }),
    inForce: flag('生效中', { readOnly: true, initial: 0, list: false, port: false }),
  },
  {
    title: 'name',
    code: 'groupNo',
    order: [['id', 'desc']],
    grams: true,
    scope: { company: 'companyId' },
  },
)

export const EMPLOYEE_STATES = [
  { value: 0, label: '待审核', means: 'waits' },
  { value: 1, label: '正常', means: 'done' },
  { value: 2, label: '停用', means: 'off' },
  { value: 3, label: '已离职', means: 'off' },
  { value: 4, label: '已驳回', means: 'wrong' },
] as const
export type EmployeeState = (typeof EMPLOYEE_STATES)[number]['value']

/** Somebody who works for such a company, and the consumer they are. Members §5.3. */
export const groupBuyEmployee = entity(
  'groupBuyEmployee',
  '团购员工',
  {
    groupBuyingId: ref('团购企业', 'groupBuying', {
      readOnly: true,
      required: true,
      list: false,
      port: false,
    }),
    groupNo: text('团购编号', { max: 20, required: true, list: false }),
    companyId: ref('单位', 'company', { readOnly: true, list: false, port: false }),
    realName: memberName('姓名', 30, { required: true, search: true, width: 110 }),
    empNo: text('工号', { max: 20, required: true, search: true, list: false }),
    phone: memberPhone('手机', { required: true, search: true }),
    deptName: text('部门', { max: 50, search: true, width: 130 }),
    uid: ref('用户', 'user', { readOnly: true, port: false, width: 150 }),
    joinMode: choice('加入方式', JOIN_MODES, {
      readOnly: true,
      initial: 1,
      filter: true,
      port: false,
      width: 100,
    }),
    bindTime: datetime('绑定时间', { readOnly: true, port: false, width: 150 }),
    totalAmount: money('累计金额', { readOnly: true, initial: 0, port: false, width: 110 }),
    status: choice('状态', EMPLOYEE_STATES, {
      readOnly: true,
      initial: 1,
      filter: true,
      port: false,
      width: 90,
    }),
    opinion: text('说明', { max: 200, readOnly: true, list: false, port: false }),
    givenLevelId: ref('已给客户等级', 'systemUserLevel', { readOnly: true, list: false, port: false }),
  },
  {
    title: 'realName',
    code: 'empNo',
    order: [['id', 'desc']],
    grams: true,
    scope: { company: 'companyId' },
  },
)

const CODE = 'admin:user:groupBuying:employee'

/** 0 → 1, 4; 1 ↔ 2; 1, 2 → 3; a rejected one applies again. Members §11. */
export const employeeStates = stateTable('status', EMPLOYEE_STATES, {
  pass: { from: [0], to: 1, label: '通过申请', permission: `${CODE}:examine` },
  reject: {
    from: [0],
    to: 4,
    label: '驳回申请',
    permission: `${CODE}:examine`,
    reason: '驳回原因',
    danger: true,
  },
  disable: {
    from: [1],
    to: 2,
    label: '停用',
    permission: `${CODE}:status`,
    prompt: '停用后不再享受团购价，确定停用吗？',
  },
  enable: { from: [2], to: 1, label: '启用', permission: `${CODE}:status` },
  leave: {
    from: [1, 2],
    to: 3,
    label: '离职',
    permission: `${CODE}:status`,
    prompt: '离职后收回客户等级，未支付的企业账户订单将取消，确定吗？',
    danger: true,
  },
})
