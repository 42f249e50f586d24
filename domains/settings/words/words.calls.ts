import { z } from 'zod'
import { choice, flag, int, text } from '#kit/fields/shared.ts'
import {
  answerOf,
  get,
  idField,
  idsField,
  listAnswer,
  listInput,
  paging,
  patch,
  post,
  rowAnswer,
  rowsAnswer,
  taskAnswer,
} from '#kit/shared/call.ts'
import { standardCalls } from '#kit/shared/standardCalls.ts'
import { KEPT, RELEASED, sensitiveHit } from './sensitiveHit.entity.ts'
import { SCENES, sensitiveScene } from './sensitiveScene.entity.ts'
import { ACTIONS, MATCH_TYPES, sensitiveWord, WORD_CATEGORIES } from './sensitiveWord.entity.ts'

const WORDS = '/admin/sensitive/words'
const CHECK_MAX = 5000
export const IMPORT_MAX = 200_000

/** Platform §13.4. */
export const wordCalls = {
  ...standardCalls(WORDS, sensitiveWord, { list: { hitCount: int('命中次数', { width: 90 }) } }),
  statuses: post(`${WORDS}/update/status`, {
    title: '批量启停敏感词',
    input: { ids: idsField(), status: flag('状态', { required: true }) },
  }),
  importLines: post(`${WORDS}/import`, {
    title: '导入敏感词',
    input: {
      words: text('敏感词', { max: IMPORT_MAX, required: true, long: true, help: '每行一个' }),
      category: choice('分类', WORD_CATEGORIES, { required: true }),
      action: choice('处理', ACTIONS, { required: true }),
      matchType: choice('匹配方式', MATCH_TYPES, { initial: 2 }),
    },
    answer: answerOf(z.object({ added: z.number(), repeated: z.number() })),
  }),
  check: post(`${WORDS}/check`, {
    title: '在线检测',
    change: false,
    input: {
      text: text('文本', { max: CHECK_MAX, required: true, long: true }),
      scene: choice('场景', SCENES, { required: true }),
    },
    answer: answerOf(
      z.object({
        pass: z.boolean(),
        action: z.number(),
        hits: z.array(z.object({ word: z.string(), start: z.number(), end: z.number(), action: z.number() })),
        text: z.string(),
      }),
    ),
  }),
}

export const sceneCalls = {
  list: get('/admin/sensitive/scene/list', { title: '检测场景', answer: rowsAnswer(sensitiveScene.all) }),
  info: get('/admin/sensitive/scene/info/:id', {
    title: '检测场景详情',
    permission: 'admin:sensitive:scene:list',
    input: { id: idField() },
    answer: rowAnswer(sensitiveScene.all),
  }),
  update: patch('/admin/sensitive/scene/update', { title: '设置检测场景', input: sensitiveScene.shape }),
}

const HIT = '/admin/sensitive/hit'
export const hitCalls = {
  list: get(`${HIT}/list`, {
    title: '命中记录',
    input: listInput(sensitiveHit),
    answer: listAnswer(sensitiveHit.all),
  }),
  figures: get(`${HIT}/figures`, {
    title: '命中统计',
    permission: 'admin:sensitive:hit:list',
    input: { dateLimit: paging.dateLimit },
    answer: answerOf(z.array(z.object({ day: z.string(), scene: z.string(), count: z.number() }))),
  }),
  review: post(`${HIT}/review/:id`, {
    title: '复核命中',
    input: {
      id: idField(),
      result: choice(
        '复核结果',
        [
          { value: RELEASED, label: '放行' },
          { value: KEPT, label: '维持' },
        ],
        { required: true },
      ),
    },
    business: 8,
  }),
  exportRows: post(`${HIT}/export`, {
    title: '导出命中记录',
    input: { ...listInput(sensitiveHit), columns: text('导出列', { max: 2000 }) },
    answer: taskAnswer,
    business: 5,
  }),
}
