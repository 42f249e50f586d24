import { z } from 'zod'
import { choice, datetime, int, json, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, listAnswer, paging, post, target } from '#kit/shared/call.ts'
import { nameOf } from '#kit/shared/join.ts'
import { CONFIG_TYPES } from './config.types.ts'

const which = {
  type: choice('类型', CONFIG_TYPES, { required: true }),
  channelId: int('渠道', { initial: 0 }),
}

/** Rows that groups name: roles with limits, what new users begin with. */
const REFERS = ['role', 'userGroup', 'userTag']

const groupAnswer = answerOf(
  z.object({
    type: z.string(),
    channelId: z.number(),
    /** 0: nobody has saved it, the defaults hold */
    version: z.number(),
    fields: z.record(z.string(), z.unknown()),
  }),
)

/** A version of a group that was saved. */
export const versionRow = {
  id: int('ID', { required: true }),
  versionNo: int('版本', { required: true, width: 70 }),
  createTime: datetime('时间', { required: true, width: 150 }),
  byName: nameOf('createBy', '操作人', { of: 'admin', width: 100 }),
  /** what differs from the version before */
  changes: text('变更', { max: 500, width: 300 }),
}

/** Members §3.9. */
export const configCalls = {
  info: get('/admin/user/configInfo', {
    title: '会员配置',
    input: which,
    answer: groupAnswer,
    refers: REFERS,
  }),
  save: post('/admin/user/save/config', {
    title: '保存会员配置',
    input: {
      ...which,
      version: target.version,
      fields: json('配置', z.record(z.string(), z.unknown()), { required: true }),
    },
    answer: answerOf(z.object({ version: z.number() })),
    business: 2,
    refers: REFERS,
  }),
  /** kinds of rewards that forms take but whose ledger nobody keeps yet: they are not given */
  unkept: get('/admin/user/config/unkept', {
    title: '尚未启用的奖励',
    permission: 'login',
    input: {},
    answer: answerOf(z.array(z.object({ kind: z.string(), label: z.string() }))),
  }),
  versions: get('/admin/user/config/version/list', {
    title: '会员配置版本',
    input: {
      type: choice('类型', CONFIG_TYPES, { initial: 'base' }),
      channelId: which.channelId,
      page: paging.page,
      limit: paging.limit,
    },
    answer: listAnswer(versionRow),
  }),
  restore: post('/admin/user/config/restore/:id', {
    title: '还原会员配置',
    input: { id: idField() },
    answer: answerOf(z.object({ version: z.number() })),
    business: 2,
  }),
}
