import { choice, flag, int, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const MATCH_TYPES = [
  { value: 1, label: '全匹配' },
  { value: 2, label: '包含' },
] as const

export const REPLY_TYPES = [
  { value: 'text', label: '文字消息' },
  { value: 'image', label: '图片消息' },
  { value: 'news', label: '图文消息' },
  { value: 'voice', label: '声音消息' },
] as const
export type ReplyType = (typeof REPLY_TYPES)[number]['value']

/** The rows of 关注回复 and 无效词回复: found by these words, which no message matches. */
export const ON_FOLLOW = 'subscribe'
export const ON_NOTHING = 'default'
export const FIXED_WORDS: readonly string[] = [ON_FOLLOW, ON_NOTHING]

/** Platform §11.2. */
export const wechatReply = entity(
  'wechatReply',
  '自动回复',
  {
    keywords: text('关键字', { max: 1000, required: true, search: true, width: 240 }),
    matchType: choice('匹配方式', MATCH_TYPES, { initial: 1, width: 90 }),
    type: choice('回复类型', REPLY_TYPES, { required: true, filter: true, width: 100 }),
    /** JSON of what is said, by type: readReplyData reads it */
    data: text('回复内容', { max: 8000, long: true, required: true, list: false, port: false }),
    hits: int('命中次数', { initial: 0, readOnly: true, sortable: true, width: 100 }),
    status: flag('是否显示', { initial: 1, texts: ['启用', '停用'], filter: true, width: 90 }),
  },
  { title: 'keywords' },
)
