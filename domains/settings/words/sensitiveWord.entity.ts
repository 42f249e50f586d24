import { choice, flag, text, texts } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const WORD_CATEGORIES = [
  { value: 1, label: '政治' },
  { value: 2, label: '色情' },
  { value: 3, label: '暴恐' },
  { value: 4, label: '赌博诈骗' },
  { value: 5, label: '广告法' },
  { value: 6, label: '辱骂' },
  { value: 7, label: '竞品' },
  { value: 9, label: '其他' },
] as const

export const ACTIONS = [
  { value: 1, label: '拦截', means: 'wrong' },
  { value: 2, label: '替换', means: 'runs' },
  { value: 3, label: '人工审核', means: 'waits' },
] as const
export type WordAction = (typeof ACTIONS)[number]['value']

export const MATCH_TYPES = [
  { value: 1, label: '精确' },
  { value: 2, label: '忽略间隔符' },
] as const

export const BUILT_IN = 1
const SOURCES = [
  { value: BUILT_IN, label: '内置' },
  { value: 2, label: '自定义' },
] as const

/** Platform §13.4. */
export const sensitiveWord = entity(
  'sensitiveWord',
  '敏感词',
  {
    word: text('敏感词', { max: 50, required: true, unique: true, search: true }),
    category: choice('分类', WORD_CATEGORIES, { required: true, filter: true }),
    action: choice('处理', ACTIONS, { required: true, filter: true }),
    matchType: choice('匹配方式', MATCH_TYPES, { initial: 2, filter: true }),
    whiteWords: texts('例外词', { each: 50, max: 50, help: '包含该敏感词、但不处理的词，如“赌博机制”' }),
    source: choice('来源', SOURCES, { initial: 2, readOnly: true, filter: true }),
    status: flag('状态', { initial: 1, texts: ['启用', '停用'], filter: true }),
  },
  { title: 'word' },
)
