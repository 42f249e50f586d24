import { articleCard } from '#domains/settings/settings.door.ts'
import type { Db } from '#kit/server/database.ts'
import type { Reply } from '../reply/reply.memory.ts'
import { readReplyData } from '../reply/reply.rules.ts'
import { siteUrl } from '../wechat.config.server.ts'
import { writeXml, type XmlValue } from './xml.ts'

/** What a follower is told. */
export type Said =
  | { type: 'text'; content: string }
  | { type: 'image' | 'voice'; mediaId: string }
  | { type: 'news'; title: string; description: string; picUrl: string; url: string }

/** What an enabled reply says; null when it has nothing to say (its article is gone). */
export async function saidBy(db: Db, { type, data }: Reply): Promise<Said | null> {
  if (type === 'text') {
    const read = readReplyData(type, data)
    return 'value' in read ? { type, content: read.value.content } : null
  }
  if (type !== 'news') {
    const read = readReplyData(type, data)
    return 'value' in read ? { type, mediaId: read.value.mediaId } : null
  }
  const read = readReplyData(type, data)
  const card = 'value' in read ? await articleCard(db, read.value.articleId) : null
  if (card === null) return null
  const { title, synopsis: description, imageInput, link: url } = card
  const picUrl = imageInput.startsWith('/') ? `${await siteUrl(db)}${imageInput}` : imageInput
  return { type, title, description, picUrl, url }
}

/** The answer to a message of `from`, written as the platform takes it. Platform §11.3 (6). */
export function answerXml(from: string, account: string, said: Said): string {
  return writeXml('xml', {
    ToUserName: from,
    FromUserName: account,
    CreateTime: Math.floor(Date.now() / 1000),
    MsgType: said.type,
    ...contentOf(said),
  })
}

function contentOf(said: Said): Record<string, XmlValue> {
  switch (said.type) {
    case 'text':
      return { Content: said.content }
    case 'image':
      return { Image: { MediaId: said.mediaId } }
    case 'voice':
      return { Voice: { MediaId: said.mediaId } }
    case 'news': {
      const { title, description, picUrl, url } = said
      return {
        ArticleCount: 1,
        Articles: { item: { Title: title, Description: description, PicUrl: picUrl, Url: url } },
      }
    }
  }
}

/** What was said, in one line for the list of messages. */
export function saidLine(said: Said): string {
  if (said.type === 'text') return said.content
  if (said.type === 'news') return `［图文］${said.title}`
  return said.type === 'image' ? '［图片］' : '［声音］'
}
