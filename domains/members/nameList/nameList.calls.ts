import { z } from 'zod'
import { choice, flag, ref, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, listAnswer, paging, post } from '#kit/shared/call.ts'
import { nameOf } from '#kit/shared/join.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { NAME_SCENES, nameHitRow, nameList } from './nameList.entity.ts'

const P = '/admin/user/nameList'

const usual = standardCalls(P, nameList, {
  list: { operator: nameOf('updateBy', '操作人', { of: 'admin', width: 90, port: false }) },
  without: ['all'],
})

/** Members §5.1. */
export const nameListCalls = {
  ...usual,
  counts: countsCall(usual.list, '名单'),
  status: post(`${P}/update/status/:id`, {
    title: '启停名单',
    input: { id: idField('名单'), status: flag('状态', { required: true }) },
  }),
  hits: get(`${P}/hit/list`, {
    title: '名单命中记录',
    input: { nameId: idField('名单'), page: paging.page, limit: paging.limit },
    answer: listAnswer(nameHitRow),
  }),
  /** tries what a person, a number or an address would meet; nothing is kept of it */
  check: post(`${P}/check`, {
    title: '检查名单',
    change: false,
    input: {
      scene: choice('场景', NAME_SCENES, { required: true }),
      uid: ref('用户', 'user'),
      phone: text('手机号', { max: 11 }),
      openid: text('openid', { max: 100 }),
      device: text('设备号', { max: 100 }),
      ip: text('IP', { max: 45 }),
      address: text('收货地址', { max: 300 }),
    },
    answer: answerOf(
      z.object({
        /** white, black or none */
        result: z.enum(['white', 'black', 'none']),
        text: z.string(),
        hits: z.array(
          z.object({ id: z.number(), listType: z.number(), objectType: z.number(), reason: z.string() }),
        ),
      }),
    ),
  }),
}
