import { z } from 'zod'
import { choice, flag, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idAnswer,
  idField,
  listAnswer,
  listInput,
  orNull,
  patch,
  post,
  rowAnswer,
  taskAnswer,
} from '#kit/shared/call.ts'
import { wechatReply } from './reply.entity.ts'

const REPLY = '/admin/wechat/keywords/reply'

/** Platform §11.2. */
export const replyCalls = {
  list: get(`${REPLY}/list`, {
    title: '关键字回复列表',
    input: listInput(wechatReply),
    answer: listAnswer(wechatReply.all),
  }),
  save: post(`${REPLY}/save`, { title: '新增自动回复', input: wechatReply.shape, answer: idAnswer }),
  update: patch(`${REPLY}/update`, { title: '编辑自动回复', input: wechatReply.shape }),
  status: post(`${REPLY}/status`, {
    title: '启停自动回复',
    input: { id: idField(), status: flag('规则状态', { required: true }) },
  }),
  info: get(`${REPLY}/info`, {
    title: '自动回复详情',
    input: { id: idField() },
    answer: rowAnswer(wechatReply.all),
  }),
  remove: get(`${REPLY}/delete`, { title: '删除自动回复', change: true, input: { id: idField() } }),
  /** the row of a word, of subscribe or default; null when there is none */
  infoByWord: get(`${REPLY}/info/keywords`, {
    title: '按关键字查询回复',
    input: { keywords: text('关键字', { max: 30, required: true }) },
    answer: orNull(rowAnswer(wechatReply.all)),
  }),
  exportRows: post(`${REPLY}/export`, {
    title: '导出关键字回复',
    input: { ...listInput(wechatReply), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
  }),
}

export const MEDIA_TYPES = [
  { value: 'image', label: '图片' },
  { value: 'voice', label: '声音' },
] as const

/** What the platform takes of each kind. */
export const MEDIA_RULES = {
  image: { extensions: ['bmp', 'png', 'jpeg', 'jpg', 'gif'], maxMb: 5 },
  voice: { extensions: ['mp3', 'wma', 'wav', 'amr'], maxMb: 2 },
} as const

/** A file in the field `media`; the answer goes into the data of a reply. */
export const uploadMedia = post('/admin/wechat/media/upload', {
  title: '上传公众号素材',
  multipart: true,
  business: 1,
  input: { type: choice('素材类型', MEDIA_TYPES, { required: true }) },
  answer: answerOf(z.object({ mediaId: z.string(), url: z.string() })),
})
