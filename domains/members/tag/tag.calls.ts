import { z } from 'zod'
import { choice, decimal, int, ref, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, idsField, listAnswer, paging, post, taskAnswer } from '#kit/shared/call.ts'
import { common } from '#kit/shared/entity.ts'
import { fieldOf, madeOf, nameOf } from '#kit/shared/join.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { neededRule } from '../rule/rule.field.ts'
import { user } from '../user/user.entity.ts'
import { tagRunRow, userTag, userTagLogRow, userTagRel } from './userTag.entity.ts'

const TAG = '/admin/user/tag'
const paged = { page: paging.page, limit: paging.limit }

/** What lists tell of a tag besides its fields. Members §4.2. */
const counted = {
  ruleText: madeOf(['conditions'], text('规则摘要', { max: 4000, readOnly: true, width: 260, list: false })),
  weekChange: int('7日变化', { readOnly: true, min: -1_000_000_000, width: 90 }),
  coverage: decimal('覆盖率(%)', { decimals: 2, readOnly: true, width: 90, list: false }),
}

const usual = standardCalls(TAG, userTag, { list: counted, without: ['remove'] })

/** A user of a tag, and how he came by it. Members §2.7 list/tag. */
export const taggedRow = {
  id: common.id,
  ...userTagRel.shape,
  nickname: fieldOf('uid', user, 'nickname'),
  avatar: fieldOf('uid', user, 'avatar'),
  userNo: fieldOf('uid', user, 'userNo'),
  phone: fieldOf('uid', user, 'phone'),
  level: fieldOf('uid', user, 'level'),
  lifeStage: fieldOf('uid', user, 'lifeStage'),
  tagName: nameOf('tagId', '标签', { list: false }),
}

const tagged = {
  ...paging,
  tagId: ref('标签', 'userTag', { required: true }),
  source: text('来源', { max: 50 }),
}

const handed = { id: idsField('用户'), tagId: idsField('标签', 50) }

const BATCH_MODES = [
  { value: 'add', label: '打标' },
  { value: 'remove', label: '移除' },
] as const
const mode = choice('操作', BATCH_MODES, { initial: 'add' })

/** One fact that rules may ask for, as the rule builder shows it. Members §4.5. */
const conditionFacts = z.object({
  field: z.string(),
  label: z.string(),
  group: z.string(),
  type: z.enum(['number', 'money', 'date', 'choice', 'ref', 'set', 'flag', 'text']),
  ops: z.array(z.string()),
  windows: z.array(z.enum(['all', 'lastDays', 'range'])),
  choices: z.array(z.object({ value: z.union([z.number(), z.string()]), label: z.string() })),
  ref: z.string(),
  unit: z.string(),
  decimals: z.number(),
  help: z.string(),
})
export type ConditionOffer = z.infer<typeof conditionFacts>

/** Members §4.4. */
export const tagCalls = {
  ...usual,
  remove: get(`${TAG}/delete`, {
    title: '删除用户标签',
    change: true,
    business: 3,
    input: { id: idsField('标签') },
  }),
  trend: get(`${TAG}/trend`, {
    title: '标签人数曲线',
    input: { id: idField('标签'), days: int('天数', { initial: 90, min: 7, max: 366 }) },
    answer: answerOf(z.array(z.object({ day: z.string(), num: z.number() }))),
  }),
  runList: get(`${TAG}/run/list`, {
    title: '标签运行记录',
    input: { tagId: ref('标签', 'userTag', { required: true }), ...paged },
    answer: listAnswer(tagRunRow),
  }),
  logList: get(`${TAG}/log/list`, {
    title: '标签轨迹',
    input: { uid: ref('用户', 'user'), tagId: ref('标签', 'userTag'), ...paged },
    answer: listAnswer({
      ...userTagLogRow,
      userName: nameOf('uid', '用户昵称', { list: false, port: false }),
      tagName: nameOf('tagId', '标签名称', { list: false, port: false }),
    }),
  }),
  /** the facts that rules may ask for; asked by every screen with a rule builder */
  fields: get(`${TAG}/rule/fields`, {
    title: '标签规则条件',
    permission: 'login',
    answer: answerOf(z.array(conditionFacts)),
    refers: [
      'systemUserLevel',
      'userGroup',
      'userTag',
      'store',
      'admin',
      'company',
      'invitationCode',
      'city',
      'product',
    ],
  }),
  preview: post(`${TAG}/rule/preview`, {
    title: '预览标签规则',
    change: false,
    input: { conditions: neededRule('规则') },
    answer: answerOf(
      z.object({
        num: z.number(),
        /** counted in a part of the users: num may be so much too high or too low */
        sampled: z.boolean(),
        margin: z.number(),
        text: z.string(),
        sample: z.array(
          z.object({
            uid: z.number(),
            userNo: z.string(),
            nickname: z.string(),
            avatar: z.string(),
            phone: z.string(),
          }),
        ),
      }),
    ),
  }),
  /** a rule in words, and whether it is one at all; asked by lists of users that are filtered by one */
  told: post(`${TAG}/rule/told`, {
    title: '标签规则说明',
    permission: 'admin:user:list',
    change: false,
    input: { conditions: neededRule('规则') },
    answer: answerOf(z.object({ text: z.string() })),
  }),
  run: post(`${TAG}/run/:id`, { title: '计算标签', input: { id: idField('标签') }, business: 2 }),
  batch: post(`${TAG}/batch`, {
    title: '批量打标',
    input: { tagId: ref('标签', 'userTag', { required: true }), uids: idsField('用户'), mode },
    answer: answerOf(z.object({ changed: z.number() })),
  }),
  batchSearch: post(`${TAG}/batch/search`, {
    title: '按条件批量打标',
    permission: 'admin:user:tag:batch',
    input: {
      tagId: ref('标签', 'userTag', { required: true }),
      mode,
      conditions: neededRule('条件'),
    },
    answer: taskAnswer,
  }),
  merge: post(`${TAG}/merge`, {
    title: '合并标签',
    input: {
      fromId: ref('被合并的标签', 'userTag', { required: true }),
      toId: ref('合并到', 'userTag', { required: true }),
    },
  }),
  copy: post(`${TAG}/copy/:id`, {
    title: '复制标签',
    permission: usual.save.permission,
    input: { id: idField('标签') },
    answer: answerOf(z.object({ id: z.number() })),
  }),
  usersExport: post(`${TAG}/user/export`, {
    title: '导出标签用户',
    permission: usual.exportRows.permission,
    input: { ...tagged, columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
}

/** Tags of users, asked at the users. Members §2.6, §2.7. */
export const userTagCalls = {
  give: post('/admin/user/tag', { title: '设置用户标签', input: handed }),
  take: post('/admin/user/unbindTag', { title: '移除用户标签', input: handed }),
  tagged: get('/admin/user/list/tag', {
    title: '标签用户',
    input: tagged,
    answer: listAnswer(taggedRow),
  }),
  /** the tags of some users, for lists and records of them */
  of: get('/admin/user/tag/of', {
    title: '用户的标签',
    permission: 'admin:user:tag:list',
    input: { uids: idsField('用户', 200) },
    answer: answerOf(
      z.array(
        z.object({
          uid: z.number(),
          tagId: z.number(),
          name: z.string(),
          color: z.string(),
          source: z.number(),
        }),
      ),
    ),
  }),
}
