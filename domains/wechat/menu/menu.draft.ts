import type { MenuButton, SubButton } from './menu.entity.ts'

/** Where a button stands; below null: on the first level. */
export interface Place {
  at: number
  below: number | null
}

export const MOST_BUTTONS = 3
export const MOST_BELOW = 5

const BLANK = { name: '', type: '', key: '', url: '', appid: '', pagepath: '' } as const
const newButton = (): MenuButton => ({ ...BLANK, sub_button: [] })

export const samePlace = (a: Place, b: Place): boolean => a.at === b.at && a.below === b.below

/** The path of a button in refusals: button.0.sub_button.1. */
export const pathOf = ({ at, below }: Place): string =>
  below === null ? `button.${at}` : `button.${at}.sub_button.${below}`

/** The place a refusal's path speaks of; null for the menu as a whole. */
export function placeOf(path: string): Place | null {
  const found = /^button\.(\d+)(?:\.sub_button\.(\d+))?/.exec(path)
  if (found === null) return null
  return { at: Number(found[1]), below: found[2] === undefined ? null : Number(found[2]) }
}

export function buttonAt(menu: readonly MenuButton[], { at, below }: Place): MenuButton | SubButton | null {
  const first = menu[at]
  return (below === null ? first : first?.sub_button[below]) ?? null
}

const changed = (menu: readonly MenuButton[], at: number, change: (button: MenuButton) => MenuButton) =>
  menu.map((button, index) => (index === at ? change(button) : button))

/** With some values of a button changed. */
export function withValues(
  menu: readonly MenuButton[],
  { at, below }: Place,
  values: Partial<Omit<SubButton, 'sub_button'>>,
): MenuButton[] {
  return changed(menu, at, (button) =>
    below === null
      ? { ...button, ...values }
      : {
          ...button,
          sub_button: button.sub_button.map((sub, index) => (index === below ? { ...sub, ...values } : sub)),
        },
  )
}

/** With a new button at the end of the first level, or below one. */
export function withNew(
  menu: readonly MenuButton[],
  under: number | null,
): { menu: MenuButton[]; place: Place } {
  if (under === null) return { menu: [...menu, newButton()], place: { at: menu.length, below: null } }
  const below = menu[under]?.sub_button.length ?? 0
  return {
    menu: changed(menu, under, (button) => ({ ...button, sub_button: [...button.sub_button, newSub()] })),
    place: { at: under, below },
  }
}

const newSub = (): SubButton => ({ ...BLANK, sub_button: [] })

/** Without a button and what lies below it. */
export function without(menu: readonly MenuButton[], { at, below }: Place): MenuButton[] {
  if (below === null) return menu.filter((_, index) => index !== at)
  return changed(menu, at, (button) => ({
    ...button,
    sub_button: button.sub_button.filter((_, index) => index !== below),
  }))
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  const one = list[from]
  return one === undefined ? [...list] : [...rest.slice(0, to), one, ...rest.slice(to)]
}

/** With a button at another position among its neighbours; null when there is no such position. */
export function withMoved(
  menu: readonly MenuButton[],
  { at, below }: Place,
  to: number,
): { menu: MenuButton[]; place: Place } | null {
  const count = below === null ? menu.length : (menu[at]?.sub_button.length ?? 0)
  if (to < 0 || to >= count) return null
  if (below === null) return { menu: moved(menu, at, to), place: { at: to, below: null } }
  return {
    menu: changed(menu, at, (button) => ({ ...button, sub_button: moved(button.sub_button, below, to) })),
    place: { at, below: to },
  }
}
