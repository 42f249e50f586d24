import { z } from 'zod'
import type { FieldError } from '#kit/shared/errors.ts'
import { FIXED_WORDS, type ReplyType } from './reply.entity.ts'

const WORD_MAX = 30
const WORDS_MAX = 30
const CONTENT_MAX = 600

/** What a reply says, by its type. Platform §11.2. */
export interface ReplyData {
  text: { content: string }
  image: { mediaId: string; srcUrl: string }
  voice: { mediaId: string; srcUrl: string }
  news: { articleId: number; articleData: { title: string; imageInput: string } }
}

const media = (missing: string) =>
  z.object({
    mediaId: z.string(missing).min(1, missing).max(200, missing),
    srcUrl: z.string().max(500).default(''),
  })

const SCHEMAS: { [T in ReplyType]: z.ZodType<ReplyData[T]> } = {
  text: z.object({
    content: z
      .string('请填写规则内容')
      .trim()
      .min(1, '请填写规则内容')
      .refine((content) => [...content].length <= CONTENT_MAX, `规则内容不能超过${CONTENT_MAX}个字符`),
  }),
  image: media('请上传图片'),
  voice: media('请上传声音'),
  news: z.object({
    articleId: z.int('请选择图文消息').min(1, '请选择图文消息'),
    articleData: z
      .object({ title: z.string().max(200).default(''), imageInput: z.string().max(500).default('') })
      .default({ title: '', imageInput: '' }),
  }),
}

/** Reads the JSON of a reply; the Chinese reason when it does not fit its type. */
export function readReplyData<T extends ReplyType>(
  type: T,
  data: string,
): { value: ReplyData[T] } | { reason: string } {
  let given: unknown
  try {
    given = JSON.parse(data)
  } catch {
    return { reason: '回复内容格式不正确' }
  }
  const result = SCHEMAS[type].safeParse(given)
  if (result.success) return { value: result.data }
  const message = result.error.issues[0]?.message ?? ''
  return { reason: /[一-龥]/.test(message) ? message : '回复内容格式不正确' }
}

/** A text as it is compared: trimmed, full-width characters half, case ignored. */
export function normalWord(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}

/** The words of a reply, each once, as typed: split at commas of either width. */
export function wordsOf(keywords: string): string[] {
  const words = new Map<string, string>()
  for (const part of keywords.split(/[,，]/)) {
    const word = part.trim()
    if (word !== '' && !words.has(normalWord(word))) words.set(normalWord(word), word)
  }
  return [...words.values()]
}

/** What is wrong with the words of a reply; a fixed row has its one word and no other. */
export function keywordError(keywords: string): FieldError | null {
  const words = wordsOf(keywords)
  const refused = (message: string): FieldError => ({ field: 'keywords', message })
  if (words.length === 0) return refused('请输入关键字')
  if (words.length > WORDS_MAX) return refused(`关键字最多${WORDS_MAX}个`)
  const long = words.find((word) => [...word].length > WORD_MAX)
  if (long !== undefined) return refused(`关键字不能超过${WORD_MAX}个字符`)
  const fixed = words.find((word) => FIXED_WORDS.includes(normalWord(word)))
  if (fixed !== undefined && words.length > 1) return refused(`${fixed}关键字已经存在`)
  return null
}

/** A reply as far as finding it needs. */
export interface Findable {
  id: number
  keywords: string
  matchType: 1 | 2
}

export interface Finder<R> {
  /** the reply one of whose words the text is */
  full(text: string): R | null
  /** the same, else that of the longest word of a 包含 reply which the text holds; equally long: the smaller id */
  find(text: string): R | null
}

/** Finds replies among the enabled ones; the words of the fixed rows answer no message. Platform §11.3. */
export function finderOf<R extends Findable>(replies: readonly R[]): Finder<R> {
  const named = replies
    .filter((reply) => !FIXED_WORDS.includes(normalWord(reply.keywords)))
    .flatMap((reply) => wordsOf(reply.keywords).map((word) => ({ reply, word: normalWord(word) })))
  const byWord = new Map(named.map(({ reply, word }) => [word, reply]))
  const held = named
    .filter(({ reply }) => reply.matchType === 2)
    .sort((a, b) => [...b.word].length - [...a.word].length || a.reply.id - b.reply.id)
  const full = (text: string): R | null => byWord.get(normalWord(text)) ?? null
  return {
    full,
    find(text) {
      const said = normalWord(text)
      return full(text) ?? held.find(({ word }) => said.includes(word))?.reply ?? null
    },
  }
}
