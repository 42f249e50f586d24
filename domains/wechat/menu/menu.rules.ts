import type { FieldError } from '#kit/shared/errors.ts'
import { textWidth } from '#kit/shared/text.ts'
import type { MenuButton, SubButton } from './menu.entity.ts'

const MOST = 3
const MOST_BELOW = 5
const NAME_UNITS = 8
const NAME_UNITS_BELOW = 16
const KEY_BYTES = 128
const URL_MAX = 1024

const bytes = (text: string): number => new TextEncoder().encode(text).length
const isAddress = (url: string): boolean => /^https?:\/\/\S+$/.test(url) && bytes(url) <= URL_MAX

/** What is wrong with a menu, each at its button: button.0.sub_button.1.url. Platform §11.1. */
export function menuErrors(buttons: readonly MenuButton[]): FieldError[] {
  if (buttons.length === 0) return [{ field: 'button', message: '请至少新增一个菜单' }]
  if (buttons.length > MOST) return [{ field: 'button', message: `一级菜单最多${MOST}个` }]
  return buttons.flatMap((button, index): FieldError[] => {
    const place = `button.${index}`
    const below = button.sub_button
    const name = nameError(button.name, place, NAME_UNITS, '一级菜单名称最多4个汉字')
    if (below.length > MOST_BELOW)
      return [...name, { field: `${place}.sub_button`, message: `二级菜单最多${MOST_BELOW}个` }]
    if (below.length === 0) return [...name, ...actionErrors(button, place)]
    return [
      ...name,
      ...below.flatMap((sub, at) => {
        const where = `${place}.sub_button.${at}`
        return [
          ...nameError(sub.name, where, NAME_UNITS_BELOW, '二级菜单名称最多8个汉字'),
          ...actionErrors(sub, where),
        ]
      }),
    ]
  })
}

function nameError(name: string, place: string, most: number, tooLong: string): FieldError[] {
  const field = `${place}.name`
  if (name.trim() === '') return [{ field, message: '请填写菜单名称' }]
  return textWidth(name.trim()) > most ? [{ field, message: tooLong }] : []
}

function actionErrors(button: Omit<SubButton, 'sub_button'>, place: string): FieldError[] {
  const error = (field: string, message: string): FieldError[] => [{ field: `${place}.${field}`, message }]
  switch (button.type) {
    case 'click':
      if (button.key.trim() === '') return error('key', '请输入关键字')
      return bytes(button.key) > KEY_BYTES ? error('key', `关键字不能超过${KEY_BYTES}字节`) : []
    case 'view':
      return isAddress(button.url) ? [] : error('url', '请输入正确的跳转地址!')
    case 'miniprogram':
      return button.appid !== '' && button.pagepath !== '' && isAddress(button.url)
        ? []
        : error(missingOf(button), '请填写完整小程序配置!')
    default:
      return error('type', '请选择规则状态')
  }
}

const missingOf = ({ appid, pagepath }: Pick<SubButton, 'appid' | 'pagepath'>): string =>
  appid === '' ? 'appid' : pagepath === '' ? 'pagepath' : 'url'

/** The keys of click buttons, each once: those without an enabled reply are warned of. */
export function keysOf(buttons: readonly MenuButton[]): string[] {
  const all = buttons.flatMap((button) => (button.sub_button.length > 0 ? button.sub_button : [button]))
  return [...new Set(all.filter((one) => one.type === 'click' && one.key !== '').map((one) => one.key))]
}

type PlatformButton = { name: string; type?: string; sub_button?: PlatformButton[]; [fact: string]: unknown }

/** A menu as the platform takes it: each button with just what its type needs. */
export function toPlatform(buttons: readonly MenuButton[]): PlatformButton[] {
  const own = (button: Omit<SubButton, 'sub_button'>): PlatformButton => {
    const { type, key, url, appid, pagepath } = button
    const name = button.name.trim()
    if (type === 'click') return { name, type, key }
    if (type === 'view') return { name, type, url }
    return { name, type, appid, pagepath, url }
  }
  return buttons.map((button) =>
    button.sub_button.length === 0
      ? own(button)
      : { name: button.name.trim(), sub_button: button.sub_button.map(own) },
  )
}
