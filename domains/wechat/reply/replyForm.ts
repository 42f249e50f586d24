import { z } from 'zod'
import { choice, flag, json, text, texts } from '#kit/fields/shared.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { MATCH_TYPES, REPLY_TYPES, type ReplyType } from './reply.entity.ts'
import { type ReplyData, readReplyData } from './reply.rules.ts'

const media = z.object({ mediaId: z.string(), srcUrl: z.string() })
const article = z.object({
  articleId: z.number(),
  articleData: z.object({ title: z.string(), imageInput: z.string() }),
})

/** The form of a reply: what its data holds stands in a field of each type. */
const said = {
  type: choice('消息类型', REPLY_TYPES, { required: true, initial: 'text' }),
  content: text('规则内容', { max: 600, long: true }),
  image: json('图片', media),
  news: json('图文消息', article),
  voice: json('声音', media),
  status: flag('规则状态', { initial: 1, texts: ['启用', '停用'] }),
}

/** Of 关注回复 and 无效词回复, whose word is fixed. */
export const fixedShape = said
export const keywordShape = {
  keywords: texts('关键字', { each: 30, max: 30, required: true, help: '输入后按回车，可填写多个' }),
  matchType: choice('匹配方式', MATCH_TYPES, { initial: 1 }),
  ...said,
}

const PLACES: { [T in ReplyType]: string } = { text: 'content', image: 'image', news: 'news', voice: 'voice' }
const MISSING: { [T in ReplyType]: string } = {
  text: '请填写规则内容',
  image: '请上传图片',
  news: '请选择图文消息',
  voice: '请上传声音',
}

/** The type chosen in a form; text while none is. */
export function typeIn({ type }: WireRow): ReplyType {
  return REPLY_TYPES.find((one) => one.value === type)?.value ?? 'text'
}

/** Fields of the types that are not chosen. */
export function isOther(name: string, values: WireRow): boolean {
  return Object.values(PLACES).includes(name) && PLACES[typeIn(values)] !== name
}

function dataOf(values: WireRow): string {
  const type = typeIn(values)
  return JSON.stringify(type === 'text' ? { content: values.content ?? '' } : (values[PLACES[type]] ?? {}))
}

/** What a reply says, as the form has it; null while that is nothing. */
export function saidIn<T extends ReplyType>(type: T, values: WireRow): ReplyData[T] | null {
  const read = typeIn(values) === type ? readReplyData(type, dataOf(values)) : null
  return read !== null && 'value' in read ? read.value : null
}

/** What is missing, at the field of the chosen type. */
export function missingIn(values: WireRow): Record<string, string> {
  const type = typeIn(values)
  const read = readReplyData(type, dataOf(values))
  if ('value' in read) return {}
  const isBlank = !values[PLACES[type]]
  return { [PLACES[type]]: isBlank ? MISSING[type] : read.reason }
}

/** A stored reply as the form takes it. */
export function formValues(row: WireRow): WireRow {
  const type = typeIn(row)
  const read = readReplyData(type, String(row.data ?? ''))
  const data: unknown = 'value' in read ? read.value : null
  const content = type === 'text' && 'value' in read ? Reflect.get(read.value, 'content') : data
  const words = String(row.keywords ?? '')
  return { ...row, keywords: words === '' ? [] : words.split(','), [PLACES[type]]: content }
}

/** The form as it is saved. */
export function replyInput(values: WireRow, fixed: string | null): Record<string, unknown> {
  const { keywords, matchType, type, status } = values
  const words = Array.isArray(keywords) ? keywords.join(',') : ''
  return {
    keywords: fixed ?? words,
    ...(fixed === null ? { matchType } : {}),
    type,
    status,
    data: dataOf(values),
  }
}
