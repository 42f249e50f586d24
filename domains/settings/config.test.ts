import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { choices, int, text } from '#kit/fields/shared.ts'
import { register } from '#kit/server/points.ts'
import { taskLimits } from '#kit/server/tasks/limits.ts'
import type { Field } from '#kit/shared/field.ts'
import type { FormField } from './config.calls.ts'
import { textOf } from './form.text.ts'
import { allForms, declareForms, type Form, form, settingsOf } from './form.ts'
import { uploadForm } from './forms.ts'
import { shapeOf, wireValue } from './setting/configField.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await testApp()
  token = await app.admin()
})
afterAll(() => app.close())

type Values = Record<string, string> & { version: number }
const info = async (formId: number) =>
  (await app.request<Values>('GET', '/admin/system/config/info', { token, query: { formId } })).data
const save = (id: number, fields: Record<string, unknown>, version?: number) =>
  app.request('POST', '/admin/system/config/save/form', {
    token,
    body: {
      id,
      sort: 0,
      status: 1,
      ...(version === undefined ? {} : { version }),
      fields: Object.entries(fields).map(([name, value]) => ({ name, value, title: name })),
    },
  })
const uniq = (key: string, who = token) =>
  app.request<string>('GET', '/admin/system/config/getuniq', { token: who, query: { key } })

test('P16-16 of two editors of form 108 the second is refused; the size of pictures lies in 1 to 50', async () => {
  const { version } = await info(108)
  const answers = [
    await save(108, { image_max_size: 20 }, version),
    await save(108, { image_max_size: 30 }, version),
  ]
  expect(answers.map((answer) => answer.code)).toEqual([200, 409])
  expect(answers[1]?.message).toBe('数据已被他人修改，请刷新后重试')
  expect(await save(108, { image_max_size: 51 })).toMatchObject({
    code: 422,
    data: [{ field: 'image_max_size', message: '允许上传最大图片须在1到50之间' }],
  })
  const size = await app.request('GET', '/admin/system/config/size', { token })
  expect(size.data).toEqual({
    image_max_size: 20,
    file_max_size: 50,
    image_ext_str: 'jpg,jpeg,gif,png,bmp,ico',
    file_ext_str: 'pdf,doc,docx,xls,xlsx,csv,zip,mp4',
  })
  expect((await settingsOf(app.db, uploadForm)).image_max_size).toBe(20)
})

test('two editors at the same moment: exactly one of them saves', async () => {
  const { version } = await info(202)
  const answers = await Promise.all([
    save(202, { error_log_days: 91 }, version),
    save(202, { error_log_days: 92 }, version),
  ])
  expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409])
})

test('P16-17 a secret shows as ******, stays when ****** is saved, and is never given by name', async () => {
  await save(108, { s3_secret: 'plain-secret-text' })
  expect((await info(108)).s3_secret).toBe('******')
  expect((await save(108, { s3_secret: '******', s3_bucket: 'shop' })).code).toBe(200)
  expect(await settingsOf(app.db, uploadForm)).toMatchObject({
    s3_secret: 'plain-secret-text',
    s3_bucket: 'shop',
  })
  expect((await uniq('s3_secret')).code).toBe(403)
  const stored = await app.db
    .selectFrom('systemConfig')
    .select('value')
    .where('name', '=', 's3_secret')
    .executeTakeFirstOrThrow()
  expect(stored.value).not.toContain('plain')
  const log = await app.db.selectFrom('operLog').selectAll().where('path', 'like', '%config%').execute()
  expect(JSON.stringify(log)).not.toContain('plain-secret-text')
  expect(JSON.stringify(log)).toContain('已变更')
  expect(JSON.stringify(log)).toContain('"after": "shop"'.replace(': ', ':'))
})

test('a form is saved whole or not at all', async () => {
  const answer = await save(201, { task_keep_days: 9, task_concurrency: 'viele', nobody: 1 })
  expect(answer).toMatchObject({
    code: 422,
    data: [
      { field: 'task_concurrency', message: '每个进程同时处理格式不正确' },
      { field: 'nobody', message: '未知的配置项' },
    ],
  })
  expect((await info(201)).task_keep_days).toBe('7')
})

test('what is saved holds at once, for the file tasks too; clearing gives the default', async () => {
  expect((await save(201, { export_max_rows: '500' })).code).toBe(200)
  expect((await taskLimits(app.db)).exportMaxRows).toBe(500)
  await save(201, { export_max_rows: '' })
  expect(await taskLimits(app.db)).toMatchObject({ exportMaxRows: 100_000, marked: false })
  await save(64, { watermark: '1' })
  expect((await taskLimits(app.db)).marked).toBe(true)
  await save(64, { watermark: '0' })
})

test('lists travel as text and come back typed', async () => {
  const pictures = ['/files/a.png', '/files/b.png']
  await save(64, { login_banner: JSON.stringify(pictures) })
  expect((await info(64)).login_banner).toBe(JSON.stringify(pictures))
  await save(64, { login_banner: [] })
  expect((await info(64)).login_banner).toBe('[]')
})

test('one key: public ones for everybody signed in, others with the code, unknown ones refused', async () => {
  const person = await app.person()
  expect((await uniq('site_name', person.token)).data).toBe('通商')
  expect((await uniq('site_logo_square', person.token)).code).toBe(200)
  expect((await uniq('site_url', person.token)).code).toBe(403)
  expect(await uniq('nothing_like_it', person.token)).toMatchObject({ code: 422, message: '未知的配置项' })
  const change = (query: Record<string, string>, who: string) =>
    app.request('POST', '/admin/system/config/saveuniq', { token: who, query })
  expect((await change({ key: 'site_name', value: '甲' }, person.token)).code).toBe(403)
  expect((await change({ key: 'site_name', value: '通商二' }, token)).code).toBe(200)
  expect((await uniq('site_name')).data).toBe('通商二')
  expect((await change({ key: 'site_name', value: '' }, token)).message).toBe('请输入网站名称')
  expect((await change({ key: 'nothing_like_it', value: '1' }, token)).message).toBe('未知的配置项')
})

test('a form nobody declared is not there; a declared one tells its fields', async () => {
  expect(
    await app.request('GET', '/admin/system/config/info', { token, query: { formId: 9999 } }),
  ).toMatchObject({ code: 404, message: '表单不存在' })
  const answer = await app.request<{ title: string; fields: Record<string, unknown>[] }>(
    'GET',
    '/admin/system/config/form/108',
    { token },
  )
  expect(answer.data.title).toBe('文件上传')
  expect(answer.data.fields.find((field) => field.name === 'image_max_size')).toMatchObject({
    title: '允许上传最大图片',
    type: 'int',
    initial: '20',
    min: 1,
    max: 50,
    secret: false,
  })
})

test('the screen can draw every declared form, reads every value as it is stored, and checks as the server does', async () => {
  let patterns = 0
  for (const { id, shape } of allForms(app.db)) {
    const declared = await app.request<{ fields: FormField[] }>('GET', `/admin/system/config/form/${id}`, {
      token,
    })
    const drawn = shapeOf(declared.data.fields)
    expect(Object.keys(drawn)).toEqual(Object.keys(shape))
    for (const { name, type, initial } of declared.data.fields) {
      const field = drawn[name]
      if (field === undefined) throw new Error(`${name} is not drawn`)
      expect(field.type).toBe(type)
      expect(textOf(field, field.schema.safeParse(wireValue(field, initial)).data)).toBe(
        initial === '' && field.many ? textOf(field, []) : initial,
      )
      // What the server would refuse is told where it is typed, in the same words.
      const said = (one: Field | undefined, typed: string) =>
        one?.schema.safeParse(typed).error?.issues.map((issue) => issue.message)
      if (type !== 'text' && type !== 'longText') continue
      for (const typed of ['不对 的', 'ab c', '-', 'ftp://x y', '13800138000', 'https://a.cn'])
        expect(said(field, typed), `${name}: ${typed}`).toEqual(said(shape[name], typed))
      if (shape[name]?.pattern !== undefined) patterns += 1
    }
  }
  expect(patterns).toBeGreaterThan(3)
  const several = choices('多选', [
    { value: 1, label: '一' },
    { value: 2, label: '二' },
  ])
  expect(wireValue(several, textOf(several, [2, 1]))).toEqual([2, 1])
})

test('every form has its tab among the categories of type 6', async () => {
  const answer = await app.request<{ name: string; child: { extra: string }[] }[]>(
    'GET',
    '/admin/category/list/tree',
    { token, query: { type: 6 } },
  )
  expect(answer.data.map((node) => node.name)).toEqual(['系统', '应用', '支付', '其他'])
  expect(answer.data[0]?.child.map((node) => node.extra)).toEqual(
    expect.arrayContaining(['64', '108', '201', '202']),
  )
})

test('an id or a key declared twice stops the start', () => {
  const declared = (...given: Form[]) => register(app.db, declareForms(...given))
  expect(() => declared(form(64, '又一个', 0, { other: int('其他') }))).toThrow(/64/)
  expect(() => declared(form(64_000, '又一个', 0, { site_name: text('网站名称', { max: 5 }) }))).toThrow(
    /site_name/,
  )
})

test('every change of a key is kept and can be taken back; of secrets only that there was one', async () => {
  const history = async (formId: number, who = token) =>
    app.request('GET', '/admin/system/config/history', { token: who, query: { formId } })
  const before = (await info(202)).job_log_days
  await save(202, { job_log_days: 31 })
  await save(202, { job_log_days: 32 })
  const [last, first] = (await history(202)).data.list
  expect(first).toMatchObject({ name: 'job_log_days', title: '任务日志天数', before, after: '31', secret: 0 })
  expect(last).toMatchObject({ before: '31', after: '32', byName: '管理员' })
  const restored = await app.request('POST', '/admin/system/config/saveuniq', {
    token,
    body: { key: 'job_log_days', value: last?.before },
  })
  expect(restored.code).toBe(200)
  expect((await info(202)).job_log_days).toBe('31')

  await save(108, { s3_secret: 'a secret nobody may read' })
  const secret = (await history(108)).data.list.find(({ name }) => name === 's3_secret')
  expect(secret).toMatchObject({ before: '', after: '', secret: 1 })
  const other = await app.person({ permissions: ['admin:system:config:info'] })
  expect((await history(202, other.token)).code).toBe(403)
})

test('a key that nobody set keeps nobody from saving another; what a change makes wrong is refused', async () => {
  const together = form(
    990_001,
    '试用',
    3,
    { trial_name: text('名称', { max: 5 }), trial_on: int('启用'), trial_key: text('密钥', { max: 9 }) },
    {
      check: (set) =>
        set.trial_on !== 1 && set.trial_key === '' ? [{ field: 'trial_key', message: '请输入密钥' }] : [],
    },
  )
  register(app.db, declareForms(together))
  expect((await save(together.id, { trial_name: '甲' })).code).toBe(200)
  expect(await save(together.id, { trial_key: '' })).toMatchObject({
    code: 422,
    data: [{ field: 'trial_key', message: '请输入密钥' }],
  })
  expect((await save(together.id, { trial_on: 1 })).code).toBe(200)
  expect((await save(together.id, { trial_on: 2 })).code).toBe(422)
  expect((await save(64, { site_name: '通商' })).code).toBe(200)
})
