import { z } from 'zod'
import { flag, int, json, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  idsField,
  listAnswer,
  paging,
  patch,
  post,
  rowAnswer,
  rowsOf,
} from '#kit/shared/call.ts'
import { nameOf } from '#kit/shared/join.ts'
import { attachment } from './attachment.entity.ts'

const UPLOAD = 'admin:upload:file'

const stored = z.object({
  fileName: z.string(),
  extName: z.string(),
  fileSize: z.number(),
  url: z.string(),
  type: z.string(),
  attId: z.number(),
  /** tells the entries of a list of uploads apart */
  uid: z.string(),
})
export type Stored = z.output<typeof stored>

/** What became of the first file; with several of them, `list` tells of each, refused ones by `error`. */
const uploaded = answerOf(
  stored.extend({
    list: z.array(stored.partial().extend({ fileName: z.string(), error: z.string().optional() })).optional(),
  }),
)

// Multipart bodies hold files only; everything else stands in the query.
const where = { model: text('模块', { max: 50, initial: 'product' }), pid: int('上级分类', { initial: 1 }) }
const upload = { input: where, answer: uploaded, permission: UPLOAD, multipart: true, business: 1 } as const

export const uploadImage = post('/admin/upload/image', { title: '上传图片', ...upload })
export const uploadQuick = post('/admin/upload/image/quick', { title: '快速上传图片', ...upload })
export const uploadFile = post('/admin/upload/attachment', {
  title: '上传附件',
  ...upload,
  input: { ...where, private: flag('私有', { initial: 0 }) },
})

export const attachmentRow = rowsOf(attachment, {
  attId: int('ID', { readOnly: true, list: false }),
  isSelect: json('选中', z.boolean()),
  createName: nameOf('createBy', '上传人', { of: 'admin' }),
})

export const listAttachments = get('/admin/system/attachment/list', {
  title: '素材列表',
  input: {
    ...paging,
    pid: int('上级分类', { initial: 0 }),
    attType: text('类型', { max: 200 }),
  },
  answer: listAnswer(attachmentRow),
})

export const attachmentInfo = get('/admin/system/attachment/info/:id', {
  title: '素材详情',
  input: { id: idField() },
  answer: rowAnswer({
    ...attachmentRow,
    uses: json('引用', z.array(z.object({ place: z.string(), n: z.number() }))),
  }),
})

export const deleteAttachments = get('/admin/system/attachment/delete/:id', {
  title: '删除素材',
  change: true,
  business: 3,
  input: { id: idsField() },
})

export const moveAttachments = post('/admin/system/attachment/move', {
  title: '移动素材',
  input: { attrId: idsField('素材'), pid: int('上级分类', { required: true }) },
})

export const renameAttachment = patch('/admin/system/attachment/update', {
  title: '重命名素材',
  input: { name: attachment.shape.name },
})
