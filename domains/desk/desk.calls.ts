import { z } from 'zod'
import { flag, int, text } from '#kit/fields/shared.ts'
import { answerOf, get, idAnswer, idField, paging, post } from '#kit/shared/call.ts'
import { listView, viewState } from './listView.entity.ts'
import { recordNote } from './recordNote.entity.ts'

/** Everybody asks them; what is answered lies within the person's rights. */
const own = { permission: 'login' } as const

const RECORD = '/admin/record'
const { recordType, recordId, content, mentions, files } = recordNote.shape

const found = z.object({
  type: z.string(),
  label: z.string(),
  records: z.array(
    z.object({
      type: z.string(),
      id: z.number(),
      name: z.string(),
      code: z.string(),
      picture: z.string(),
      /** address of its page */
      page: z.string(),
    }),
  ),
})

const entry = z.object({
  /** unique on the line */
  key: z.string(),
  kind: z.enum(['log', 'decision', 'note', 'message']),
  /** seconds */
  time: z.number(),
  who: z.string(),
  title: z.string(),
  text: z.string(),
  /** values as on the wire */
  fields: z.array(
    z.object({ field: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() }),
  ),
  /** attached to a note */
  files: z.array(z.object({ name: z.string(), url: z.string() })),
  /** seconds from handing it in, or from the decision before, to this one; 0 for anything else */
  took: z.number(),
  /** id of a note that the person may take back; 0 for anything else */
  noteId: z.number(),
})
export type LineEntry = z.output<typeof entry>

const card = { key: z.string(), label: z.string(), to: z.string(), failed: z.boolean() }

const home = z.object({
  /** oldest: seconds */
  todos: z.array(z.object({ ...card, n: z.number(), oldest: z.number().nullable() })),
  /** the last fifteen days, today at the end */
  figures: z.array(z.object({ ...card, unit: z.string(), days: z.array(z.number()) })),
  watches: z.array(z.object({ ...card, n: z.number() })),
  steps: z.array(z.object({ ...card, hint: z.string(), done: z.boolean() })),
})

const view = z.object({
  id: z.number(),
  viewName: z.string(),
  shared: z.number(),
  isDefault: z.number(),
  state: viewState,
  /** may be replaced and deleted by who asks */
  mayEdit: z.boolean(),
})

/** Search over all records, the home page, views of lists, the time line of a record and its notes. Screens §3, §6, §7. */
export const deskCalls = {
  search: get('/admin/search', {
    ...own,
    title: '全局搜索',
    input: { keywords: text('搜索内容', { max: 50, required: true }) },
    answer: answerOf(z.array(found)),
  }),
  home: get('/admin/home/cards', { ...own, title: '首页', answer: answerOf(home) }),
  line: get(`${RECORD}/line`, {
    ...own,
    title: '时间线',
    input: {
      recordType,
      recordId,
      limit: paging.limit,
      before: int('早于', { big: true, min: 0, help: '上一页回答的 next，毫秒' }),
      notesOnly: flag('只看备注', { initial: 0 }),
    },
    // next: asked by `before` it answers the page behind this one; entries of that very moment come again.
    answer: answerOf(z.object({ list: z.array(entry), next: z.number().nullable() })),
  }),
  // '' where the record has no page, or none that the person may open.
  page: get(`${RECORD}/page`, {
    ...own,
    title: '记录页面',
    input: { recordType, recordId },
    answer: answerOf(z.object({ page: z.string() })),
  }),
  saveNote: post(`${RECORD}/note/save`, {
    ...own,
    title: '新增备注',
    input: { recordType, recordId, content, mentions, files },
    answer: idAnswer,
  }),
  // Own ones first.
  views: get('/admin/view/list', {
    ...own,
    title: '视图列表',
    input: { screen: listView.shape.screen },
    answer: answerOf(z.array(view)),
  }),
  saveView: post('/admin/view/save', {
    ...own,
    title: '保存视图',
    input: listView.shape,
    answer: idAnswer,
  }),
  removeView: post('/admin/view/delete/:id', { ...own, title: '删除视图', input: { id: idField() } }),
  removeNote: post(`${RECORD}/note/delete/:id`, { ...own, title: '删除备注', input: { id: idField() } }),
}
