import { z } from 'zod'
import { choice, flag, lines, ref, text } from '#kit/fields/shared.ts'
import { answerOf, idAnswer, idField, post } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { nameOf } from '#kit/shared/join.ts'

/** Whose value is kept. */
export const SIDES = [
  { value: 'to', label: '保留账号' },
  { value: 'from', label: '被合并账号' },
] as const

const side = (label: string) => choice(label, SIDES, { initial: 'to', list: false, port: false })

const movedLine = { label: text('内容', { max: 50 }), n: text('数量', { max: 20 }) }

/** Two accounts of one person that become one. Cannot be undone, so another decides. Members §10.3, decision 0156. */
export const userMerge = entity(
  'userMerge',
  '合并单',
  {
    mergeNo: text('单号', { max: 20, readOnly: true, unique: true, search: true, width: 190 }),
    fromUid: ref('被合并用户', 'user', { required: true, width: 170 }),
    toUid: ref('保留用户', 'user', { required: true, width: 170 }),
    reason: text('合并原因', { max: 100, required: true, width: 180 }),
    keepNickname: side('昵称'),
    keepAvatar: side('头像'),
    keepBirthday: side('生日'),
    keepSpread: side('推广人'),
    keepLevel: side('手工保持的等级'),
    moved: lines('已移动', movedLine, { readOnly: true }),
    ...documentFields,
  },
  { title: 'mergeNo', order: [['id', 'desc']], grams: true, scope: { owner: 'createBy' } },
)

/** That the preview was seen within 10 minutes, and that it is meant. */
export const mergeProof = {
  token: text('预览凭证', { max: 200, required: true }),
  words: text('确认文字', { max: 10, required: true }),
}

const sideFacts = z.object({
  uid: z.number(),
  userNo: z.string(),
  nickname: z.string(),
  phone: z.string(),
  realName: z.string(),
  levelName: z.string(),
  balance: z.string(),
  experience: z.number(),
  payCount: z.number(),
  netAmount: z.string(),
  createTime: z.number(),
  lastVisitTime: z.number().nullable(),
})

export const mergeDocument = declareDocument(userMerge, {
  path: '/admin/user/merge',
  at: '/user/privacy/merge',
  menu: 'user.privacy.merge',
  number: ['mergeNo', 'HB'],
  list: {
    fromName: nameOf('fromUid', '被合并用户', { list: false }),
    toName: nameOf('toUid', '保留用户', { list: false }),
  },
  calls: (_usual, path) => ({
    save: post(`${path}/save`, {
      title: '新增合并单',
      input: {
        ...userMerge.shape,
        submit: flag('提交'),
        ...mergeProof,
      },
      answer: idAnswer,
    }),
    preview: post(`${path}/preview`, {
      title: '预览合并',
      change: true,
      input: { fromUid: idField('被合并用户'), toUid: idField('保留用户') },
      answer: answerOf(
        z.object({
          from: sideFacts,
          to: sideFacts,
          moved: z.array(z.object({ label: z.string(), n: z.number() })),
          /** why not, '' when nothing is in the way */
          refusal: z.string(),
          token: z.string(),
        }),
      ),
      business: 0,
    }),
  }),
})
export const mergeCalls = mergeDocument.calls

/** What is typed before two accounts become one. */
export const MERGE_WORDS = '确认合并'
