import { z } from 'zod'
import { choice, flag, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  listAnswer,
  listInput,
  paging,
  patch,
  post,
  rowAnswer,
  someIds,
} from '#kit/shared/call.ts'
import { adminNotice } from './adminNotice.entity.ts'
import { systemNotification } from './systemNotification.entity.ts'

const SCENE = '/admin/system/notification'

const switchOf = (name: string, title: string) =>
  post(`${SCENE}/${name}/switch/:id`, { title: `开关${title}通知`, input: { id: idField() }, business: 2 })

/** The scenes for whoever looks after them. Platform §12.3. */
export const sceneNoticeCalls = {
  list: get(`${SCENE}/list`, {
    title: '通知场景列表',
    input: listInput(systemNotification),
    answer: listAnswer(systemNotification.all),
  }),
  info: get(`${SCENE}/detail`, {
    title: '通知场景详情',
    input: { id: idField() },
    answer: rowAnswer(systemNotification.all),
  }),
  update: patch(`${SCENE}/update`, { title: '编辑通知场景', input: systemNotification.shape }),
  switchNotice: switchOf('notice', '站内信'),
  switchSms: switchOf('sms', '短信'),
  switchWechat: switchOf('wechat', '公众号'),
  switchRoutine: switchOf('routine', '小程序'),
}

/** What a member of staff was told, and wants to be told; everybody's own. */
const own = { permission: 'login' } as const

const CHANNEL_CHOICES = [
  { value: 'notice', label: '站内信' },
  { value: 'sms', label: '短信' },
  { value: 'wechat', label: '公众号' },
] as const

/** What waits for a person's decision; everybody's own. Frame §5. */
export const waitingCalls = {
  waiting: get('/admin/document/waiting', {
    ...own,
    title: '待我审核',
    answer: answerOf(
      z.array(
        z.object({
          type: z.string(),
          label: z.string(),
          // Address of the list where they stand.
          list: z.string(),
          // At most 100 are counted.
          count: z.number(),
          // When the oldest of them was handed in; seconds.
          oldest: z.number().nullable(),
        }),
      ),
    ),
  }),
}

export const ownNoticeCalls = {
  list: get('/admin/notice/my/list', {
    ...own,
    title: '我的站内信',
    input: { ...paging, unread: flag('只看未读', { initial: 0 }) },
    answer: listAnswer(adminNotice.all),
  }),
  count: get('/admin/notice/unread/count', {
    ...own,
    title: '未读站内信数',
    answer: answerOf(z.object({ count: z.number() })),
  }),
  read: post('/admin/notice/read', {
    ...own,
    title: '站内信已读',
    // None named: all of them.
    input: { ids: someIds('站内信') },
  }),
  wishes: get('/admin/notice/my/scenes', {
    ...own,
    title: '我的通知设置',
    answer: answerOf(
      z.array(
        z.object({
          id: z.number(),
          mark: z.string(),
          type: z.string(),
          description: z.string(),
          // Of each channel: null where the scene does not use it now, else whether the person wants it.
          notice: z.boolean().nullable(),
          sms: z.boolean().nullable(),
          wechat: z.boolean().nullable(),
        }),
      ),
    ),
  }),
  wish: post('/admin/notice/my/scene', {
    ...own,
    title: '修改通知设置',
    input: {
      mark: text('标识', { max: 50, required: true }),
      channel: choice('渠道', CHANNEL_CHOICES, { required: true }),
      on: flag('接收', { required: true }),
    },
  }),
}
