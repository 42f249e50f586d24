import { z } from 'zod'
import { choice, datetime, int, json, ref } from '#kit/fields/shared.ts'
import { entity } from '#kit/shared/entity.ts'

export const BUTTON_TYPES = [
  { value: 'click', label: '关键字' },
  { value: 'view', label: '跳转网页' },
  { value: 'miniprogram', label: '小程序' },
] as const

const own = {
  name: z.string().max(100).default(''),
  type: z.enum(['', 'click', 'view', 'miniprogram']).default(''),
  key: z.string().max(500).default(''),
  url: z.string().max(2000).default(''),
  appid: z.string().max(100).default(''),
  pagepath: z.string().max(500).default(''),
}
const subButton = z.object({ ...own, sub_button: z.array(z.never()).max(0).default([]) })
/** Checked by checkButtons, whose texts a person reads; here only its shape. */
export const menuButtons = z
  .array(z.object({ ...own, sub_button: z.array(subButton).max(100).default([]) }))
  .max(100)

export type SubButton = z.output<typeof subButton>
/** A button of the menu; one with buttons below has only its name. */
export type MenuButton = z.output<typeof menuButtons>[number]

export const DRAFT = 0
export const PUBLISHED = 1
export const REPLACED = 2

export const MENU_STATES = [
  { value: DRAFT, label: '草稿', means: 'off' },
  { value: PUBLISHED, label: '已发布', means: 'done' },
  { value: REPLACED, label: '历史', means: 'off' },
] as const

/** A menu as it was saved: at most one draft and one published; the others are history. Platform §11.1. */
export const wechatMenu = entity(
  'wechatMenu',
  '公众号菜单',
  {
    button: json('菜单', menuButtons, { required: true }),
    state: choice('状态', MENU_STATES, { initial: DRAFT, readOnly: true }),
    /** counts every saving of the menu, whichever row it went to: who publishes says which one they saw */
    revision: int('版次', { required: true, readOnly: true }),
    publishTime: datetime('发布时间', { readOnly: true }),
    publishBy: ref('发布人', 'admin', { readOnly: true }),
  },
  { title: 'revision' },
)
