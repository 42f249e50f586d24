import { choice, datetime, flag, image, text } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

/** Platform §11: who follows the official account or did. */
export const wechatFan = entity(
  'wechatFan',
  '粉丝',
  {
    avatar: image('头像', { width: 70, port: false }),
    nickname: text('昵称', { max: 100, search: true, width: 140 }),
    openid: text('openid', { max: 64, required: true, search: true, width: 240 }),
    subscribe: flag('关注状态', { initial: 1, texts: ['已关注', '已取消'], filter: true, width: 90 }),
    subscribeTime: datetime('关注时间', { sortable: true, width: 150 }),
    unsubscribeTime: datetime('取消时间', { width: 150 }),
    /** parameter of the code that was scanned; '' for those who came otherwise */
    scene: text('来源', { max: 128, width: 140 }),
  },
  { title: 'openid', grams: true },
)

export const MESSAGE_TYPES = [
  { value: 'text', label: '文字' },
  { value: 'image', label: '图片' },
  { value: 'voice', label: '声音' },
  { value: 'video', label: '视频' },
  { value: 'location', label: '位置' },
  { value: 'link', label: '链接' },
  { value: 'event', label: '事件' },
  { value: 'other', label: '其他' },
] as const

export const ANSWERED_BY = [
  { value: 0, label: '未回复', means: 'off' },
  { value: 1, label: '关注回复' },
  { value: 2, label: '关键字' },
  { value: 3, label: '客服' },
  { value: 4, label: '无效词回复' },
] as const

/** A message or event of a follower and what was answered. Platform §11.3. */
export const wechatMessage = entity(
  'wechatMessage',
  '公众号消息',
  {
    openid: text('openid', { max: 64, search: true, filter: true, width: 240 }),
    msgType: choice('类型', MESSAGE_TYPES, { required: true, filter: true, width: 80 }),
    event: text('事件', { max: 64, width: 110 }),
    content: text('内容', { max: 2000, search: true, width: 260 }),
    answeredBy: choice('回复方式', ANSWERED_BY, { initial: 0, filter: true, width: 100 }),
    /** what the follower read, for lists */
    reply: text('回复', { max: 2000, width: 260 }),
  },
  { title: 'openid', order: [['createTime', 'desc']], grams: true },
)
