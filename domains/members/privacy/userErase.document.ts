import { z } from 'zod'
import { choice, datetime, files, flag, lines, ref, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, post, taskAnswer } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { stateTable } from '#kit/shared/states.ts'

/** Members §11; a draft of staff waits for nobody yet. */
export const ERASE_STATES = [
  { value: -1, label: '未提交', means: 'off' },
  { value: 0, label: '待审核', means: 'waits' },
  { value: 1, label: '冷静期', means: 'runs' },
  { value: 2, label: '已驳回', means: 'wrong' },
  { value: 3, label: '已撤销', means: 'off' },
  { value: 4, label: '已完成', means: 'done' },
  { value: 5, label: '受阻', means: 'wrong' },
] as const
export type EraseState = (typeof ERASE_STATES)[number]['value']

const SOURCES = [
  { value: 1, label: '用户申请' },
  { value: 2, label: '后台代办' },
] as const

/** A step of an erasure that is done. */
export const eraseStep = {
  name: text('步骤', { max: 50, list: false }),
  title: text('内容', { max: 50 }),
  n: text('数量', { max: 20 }),
  /** as it was written: the steps stand in one column, where an instant would come back as text */
  time: text('时间', { max: 20 }),
}

/** Somebody is forgotten. Members §10.4. */
export const userErase = entity(
  'userErase',
  '注销单',
  {
    eraseNo: text('单号', { max: 20, readOnly: true, unique: true, search: true, width: 190 }),
    uid: ref('用户', 'user', { required: true, width: 150 }),
    source: choice('来源', SOURCES, { readOnly: true, initial: 2, filter: true, width: 100 }),
    reason: text('注销原因', { max: 100, required: true, width: 200 }),
    evidence: files('申请凭证', { accept: 'document', max: 10, required: true }),
    /** points, coupons and diamonds are lost by it */
    agreed: flag('同意放弃权益', { initial: 0, list: false, texts: ['同意', '未同意'] }),
    eraseStatus: choice('注销状态', ERASE_STATES, { readOnly: true, initial: -1, filter: true, width: 100 }),
    coolUntil: datetime('冷静期至', { readOnly: true, width: 150 }),
    cancelReason: text('撤销原因', { max: 100, readOnly: true, list: false }),
    blocked: text('受阻原因', { max: 500, readOnly: true, list: false }),
    steps: lines('执行步骤', eraseStep, { readOnly: true }),
    doneTime: datetime('完成时间', { readOnly: true, list: false }),
    ...documentFields,
  },
  { title: 'eraseNo', order: [['id', 'desc']], grams: true, scope: { owner: 'createBy' } },
)

const CODE = 'admin:user:erase'

export const eraseStates = stateTable('eraseStatus', ERASE_STATES, {
  cancel: { from: [1, 5], to: 3, label: '撤销注销', permission: `${CODE}:cancel`, reason: '撤销原因' },
  run: {
    from: [1, 5],
    to: 4,
    label: '立即注销',
    permission: `${CODE}:run`,
    prompt: '将不等冷静期结束立即注销，个人信息删除后不能恢复，确定吗？',
    danger: true,
  },
})

const holding = z.object({ text: z.string(), to: z.string() })

export const eraseDocument = declareDocument(userErase, {
  path: '/admin/user/erase',
  at: '/user/privacy/erase',
  menu: 'user.privacy.erase',
  number: ['eraseNo', 'ZX'],
  calls: (usual, path) => ({
    guards: get(`${path}/guards`, {
      title: '注销检查',
      permission: usual.info.permission,
      input: { uid: idField('用户') },
      answer: answerOf(z.object({ guards: z.array(holding), forfeits: z.array(holding) })),
    }),
    cancel: post(`${path}/cancel/:id`, {
      title: '撤销注销',
      input: { id: idField(), reason: text('撤销原因', { max: 100, required: true }) },
    }),
    run: post(`${path}/run/:id`, { title: '立即注销', input: { id: idField() } }),
    data: post(`${path}/data/:uid`, {
      title: '导出个人数据',
      input: { uid: idField('用户'), reason: text('导出原因', { max: 100, required: true }) },
      answer: taskAnswer,
      business: 5,
    }),
  }),
})
export const eraseCalls = eraseDocument.calls

/** A consumer asks to be forgotten, or takes it back. Members §10.4, §20. */
export const openEraseCalls = {
  erase: post('/open/user/erase', {
    title: '申请注销',
    open: 'any',
    customer: true,
    perMinute: 60,
    input: {
      /** sent to the phone of the consumer (scene customerErase) */
      code: text('验证码', { max: 10, required: true }),
      reason: text('注销原因', { max: 100 }),
      agreed: flag('同意放弃权益', { initial: 0 }),
    },
    answer: answerOf(z.object({ eraseNo: z.string(), coolUntil: z.number() })),
  }),
  cancel: post('/open/user/erase/cancel', {
    title: '撤销注销',
    open: 'any',
    customer: true,
    answer: answerOf(z.object({ cancelled: z.literal(true) })),
  }),
}
