import { z } from 'zod'
import { choice, flag, int, lines, percent, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  listAnswer,
  listInput,
  patch,
  post,
  rowAnswer,
  rowsAnswer,
  rowsOf,
  taskAnswer,
} from '#kit/shared/call.ts'
import { nameOf } from '#kit/shared/join.ts'
import { optionsCall } from '#kit/shared/standardCalls.ts'
import { planShape } from '../membership/membership.entity.ts'
import { equityUse, LEVEL_TYPES, systemUserLevel, userExperienceRecord, userLevel } from './level.entity.ts'

const PREFIX = '/admin/system/user/level'
const one = { id: idField() }

/** What is told of a level beside its fields. */
const counted = {
  userNum: int('会员数', { initial: 0, width: 90 }),
  userRate: percent('占比(%)', { initial: 0, width: 90 }),
  equityNum: int('权益数', { initial: 0, width: 80 }),
}

/** A plan as it stands in the form of its level. */
export const planLine = {
  id: int('ID', { list: false, form: false, port: false }),
  ...planShape,
}
const plans = lines('套餐', planLine, { max: 10 })
/** A level with its plans. */
export const levelRow = rowsOf(systemUserLevel, { ...counted, plans })

/** What the form of a level is about: its fields, its plans, and how a changed threshold is applied. */
export const levelForm = {
  ...systemUserLevel.shape,
  plans,
  /** answers how many would rise and fall, and writes nothing */
  preview: flag('影响预估', { initial: 0 }),
  allowFall: flag('允许降级', {
    initial: 0,
    help: '门槛提高后，不再达到的会员也降级；不勾选则没有人因规则变化降级',
  }),
}

const savedAnswer = answerOf(
  z.object({
    id: z.number(),
    /** how many rise and fall by it */
    up: z.number(),
    down: z.number(),
    /** what is odd about it, though it can be meant; '' otherwise */
    warning: z.string(),
  }),
)

const ofType = {
  levelType: choice('等级类型', LEVEL_TYPES, { initial: 1 }),
  isShow: flag('是否显示'),
}
const shown = { isShow: ofType.isShow }

const list = get(`${PREFIX}/list`, {
  title: '等级列表',
  input: ofType,
  answer: rowsAnswer(rowsOf(systemUserLevel, counted)),
})

const equitiesAnswer = answerOf(
  z.object({
    level: z.object({
      id: z.number(),
      name: z.string(),
      levelType: z.number(),
      grade: z.number(),
      discount: z.number().nullable(),
      icon: z.string(),
    }),
    equities: z.array(
      z.object({
        id: z.number(),
        equityCode: z.number(),
        name: z.string(),
        icon: z.string(),
        desc: z.string(),
        value: z.string(),
        refName: z.string(),
        sort: z.number(),
        status: z.number(),
      }),
    ),
  }),
)

const logRows = rowsOf(userLevel, {
  nickname: nameOf('uid', '用户', { width: 150 }),
})

/** What is read of a user's levels at once. Members §3.7. */
const standing = z.object({
  uid: z.number(),
  nickname: z.string(),
  avatar: z.string(),
  userNo: z.string(),
  experience: z.number(),
  /** growth the member level is judged by: all of it, or that of the last 365 days */
  growth: z.number(),
  growthMode: z.number(),
  levels: z.array(
    z.object({
      levelType: z.number(),
      levelId: z.number().nullable(),
      name: z.string(),
      icon: z.string(),
      color: z.string(),
      grade: z.number(),
      discount: z.string(),
      /** seconds; null: without an end */
      endTime: z.number().nullable(),
      lockTime: z.number().nullable(),
      isOn: z.boolean(),
    }),
  ),
  next: z.object({ name: z.string(), experience: z.number(), need: z.number() }).nullable(),
  /** growth that keeps the level in growth mode 2 */
  keep: z.number().nullable(),
  equities: z.array(
    z.object({
      equityCode: z.number(),
      name: z.string(),
      icon: z.string(),
      desc: z.string(),
      value: z.string(),
      levelName: z.string(),
      usedNum: z.number(),
    }),
  ),
  signNum: z.number(),
  signDays: z.array(z.string()),
})
export type Standing = z.output<typeof standing>

/** Members §3.11. */
export const levelCalls = {
  list,
  page: get(`${PREFIX}/page/list`, {
    title: '等级分页列表',
    permission: list.permission,
    input: listInput(systemUserLevel),
    answer: listAnswer(rowsOf(systemUserLevel, counted)),
  }),
  info: get(`${PREFIX}/info/:id`, { title: '等级详情', input: one, answer: rowAnswer(levelRow) }),
  queryPayLevel: get(`${PREFIX}/queryPayLevel`, {
    title: '付费等级',
    input: shown,
    answer: rowsAnswer(levelRow),
  }),
  queryCustomerLevel: get(`${PREFIX}/queryCustomerLevel`, {
    title: '客户等级',
    input: shown,
    answer: rowsAnswer(rowsOf(systemUserLevel, counted)),
  }),
  save: post(`${PREFIX}/save`, { title: '新增会员等级', input: levelForm, answer: savedAnswer }),
  update: patch(`${PREFIX}/update/:id`, { title: '编辑会员等级', input: levelForm, answer: savedAnswer }),
  remove: post(`${PREFIX}/delete/:id`, { title: '删除会员等级', input: one }),
  use: post(`${PREFIX}/use`, {
    title: '显示隐藏会员等级',
    input: { ...one, isShow: flag('是否显示', { required: true }) },
    business: 2,
  }),
  equities: get('/admin/level/equity/info/:id', {
    title: '等级权益',
    input: { id: idField() },
    answer: equitiesAnswer,
  }),
  all: optionsCall(PREFIX, '会员等级', systemUserLevel.name),
  log: get(`${PREFIX}/log/list`, {
    title: '等级变更记录',
    input: listInput(userLevel),
    answer: listAnswer(logRows),
  }),
  exportLog: post(`${PREFIX}/log/export`, {
    title: '导出等级变更记录',
    input: { ...listInput(userLevel), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
  userInfo: get(`${PREFIX}/user/info/:uid`, {
    title: '等级用户详情',
    input: { uid: idField('用户') },
    answer: answerOf(standing),
  }),
  experience: get(`${PREFIX}/experience/list`, {
    title: '成长值明细',
    permission: 'admin:system:user:level:user:info',
    input: { ...listInput(userExperienceRecord), uid: idField('用户') },
    answer: listAnswer(rowsOf(userExperienceRecord)),
  }),
  equityUses: get(`${PREFIX}/equity/use/list`, {
    title: '权益使用记录',
    permission: 'admin:system:user:level:user:info',
    input: { ...listInput(equityUse), uid: idField('用户') },
    answer: listAnswer(rowsOf(equityUse, { levelName: nameOf('levelId', '等级') })),
  }),
}
