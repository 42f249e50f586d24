import { z } from 'zod'
import { datetime, flag, int, json, text } from '#kit/fields/shared.ts'
import { answerOf, get, idField, listAnswer, paging, post, target } from '#kit/shared/call.ts'
import { nameOf } from '#kit/shared/join.ts'

const formId = idField('表单')
const key = text('配置项', { max: 100, required: true })

const fieldsSchema = z
  .array(
    z.object({
      name: z.string().max(100),
      value: z.union([
        z.string().max(20_000),
        z.number(),
        z.boolean(),
        z.null(),
        z.array(z.unknown()).max(1000),
      ]),
      title: z.string().max(200).optional(),
    }),
  )
  .max(200)

/** Name and text of every key beside id and version of the form. */
const infoAnswer = answerOf(z.object({ id: z.number(), version: z.number() }).catchall(z.string()))

const fieldAnswer = z.object({
  name: z.string(),
  title: z.string(),
  type: z.string(),
  required: z.boolean(),
  secret: z.boolean(),
  /** set by the environment, which wins over what is stored; help says so */
  fixed: z.boolean(),
  initial: z.string(),
  help: z.string(),
  max: z.number().optional(),
  min: z.number().optional(),
  decimals: z.number().optional(),
  dict: z.string().optional(),
  ref: z.string().optional(),
  many: z.boolean().optional(),
  /** what a text must match, as the source and the flags of a regular expression, and what is said when it does not */
  pattern: z.object({ source: z.string(), flags: z.string() }).optional(),
  message: z.string().optional(),
  choices: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })).optional(),
})
export type FormField = z.output<typeof fieldAnswer>

const info = get('/admin/system/config/info', {
  title: '配置详情',
  input: { formId },
  answer: infoAnswer,
})
const saveForm = post('/admin/system/config/save/form', {
  title: '保存配置',
  input: {
    id: formId,
    // Sent by older clients; a form of the configuration is neither sorted nor switched off.
    sort: int('排序'),
    status: text('状态', { max: 5 }),
    version: target.version,
    fields: json('配置项', fieldsSchema, { required: true }),
  },
  business: 2,
  quiet: true,
})

/** A change of a setting. */
export const changeRow = {
  id: int('ID'),
  createTime: datetime('时间', { required: true }),
  byName: nameOf('createBy', '操作人', { of: 'admin' }),
  name: text('配置项', { max: 100 }),
  title: text('配置项', { max: 200 }),
  before: text('变更前', { max: 20_000 }),
  after: text('变更后', { max: 20_000 }),
  /** its values are not kept, only that it was changed */
  secret: flag('保密'),
}

export const configCalls = {
  info,
  saveForm,
  saveUniq: post('/admin/system/config/saveuniq', {
    title: '保存配置项',
    permission: saveForm.permission,
    input: { key, value: text('值', { max: 20_000 }) },
    business: 2,
    quiet: true,
  }),
  // Some keys are for everybody who is signed in; the handler asks for more for the others.
  getUniq: get('/admin/system/config/getuniq', {
    title: '查询配置项',
    permission: 'login',
    withExpiredPassword: true,
    input: { key },
    answer: answerOf(z.string()),
  }),
  history: get('/admin/system/config/history', {
    title: '配置变更历史',
    input: { formId, page: paging.page, limit: paging.limit },
    answer: listAnswer(changeRow),
  }),
  size: get('/admin/system/config/size', {
    title: '上传限制',
    permission: 'login',
    answer: answerOf(
      z.object({
        image_max_size: z.number(),
        file_max_size: z.number(),
        image_ext_str: z.string(),
        file_ext_str: z.string(),
      }),
    ),
  }),
  test: post('/admin/system/config/test/:formId', {
    title: '测试连接',
    input: { formId },
    answer: answerOf(z.object({ message: z.string() })),
  }),
  form: get('/admin/system/config/form/:formId', {
    title: '配置表单',
    permission: info.permission,
    input: { formId },
    answer: answerOf(
      z.object({
        id: z.number(),
        title: z.string(),
        category: z.number(),
        fields: z.array(fieldAnswer),
        /** 测试连接 is offered */
        testable: z.boolean(),
      }),
    ),
  }),
}
