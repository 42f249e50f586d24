import { cut } from '#kit/shared/characters.ts'
import type { MESSAGE_TYPES } from '../fan/fan.entity.ts'

type MessageType = (typeof MESSAGE_TYPES)[number]['value']

/** A message or event of a follower. */
export interface Message {
  /** what a repetition of it is known by */
  key: string
  openid: string
  /** the account it was sent to, as the platform calls it */
  account: string
  time: Date
  type: MessageType
  event: string
  eventKey: string
  /** what the follower wrote, chose or sent, as text */
  content: string
  /** all fields as they came */
  fields: Readonly<Record<string, string>>
}

const TYPES = ['text', 'image', 'voice', 'video', 'location', 'link', 'event'] as const
const CONTENT_MAX = 2000
const KEY_MAX = 200
const OPENID = /^[\w-]{1,64}$/

/** The message in the fields of an XML; null when it names no sender. Platform §11.3 (4). */
export function readMessage(fields: Readonly<Record<string, string>>): Message | null {
  const of = (name: string): string => fields[name] ?? ''
  const openid = of('FromUserName')
  if (!OPENID.test(openid)) return null
  const type =
    TYPES.find((one) => one === of('MsgType')) ?? (of('MsgType') === 'shortvideo' ? 'video' : 'other')
  const seconds = /^\d{1,10}$/.test(of('CreateTime')) ? Number(of('CreateTime')) : 0
  const own = [openid, of('CreateTime'), of('Event'), of('EventKey'), of('MsgID')].join(':')
  return {
    key: cut(of('MsgId') || own, KEY_MAX),
    openid,
    account: of('ToUserName'),
    time: seconds > 0 ? new Date(seconds * 1000) : new Date(),
    type,
    event: type === 'event' ? cut(of('Event'), 64) : '',
    eventKey: of('EventKey'),
    content: cut(contentOf(type, of), CONTENT_MAX),
    fields,
  }
}

function contentOf(type: MessageType, of: (name: string) => string): string {
  switch (type) {
    case 'text':
      return of('Content')
    case 'image':
      return of('PicUrl')
    case 'voice':
      return of('Recognition') || of('MediaId')
    case 'video':
      return of('MediaId')
    case 'location':
      return [of('Label'), of('Location_X'), of('Location_Y')].filter((part) => part !== '').join(' ')
    case 'link':
      return [of('Title'), of('Url')].filter((part) => part !== '').join(' ')
    default:
      return of('EventKey') || of('Status')
  }
}
