import { expect, test } from 'vitest'
import { buttonAt, pathOf, placeOf, withMoved, withNew, without, withValues } from './menu.draft.ts'
import type { MenuButton } from './menu.entity.ts'

const button = (name: string, ...below: string[]): MenuButton => {
  const blank = { type: '', key: '', url: '', appid: '', pagepath: '' } as const
  return { ...blank, name, sub_button: below.map((sub) => ({ ...blank, name: sub, sub_button: [] })) }
}
const names = (menu: readonly MenuButton[]) =>
  menu.map(({ name, sub_button }) => [name, ...sub_button.map((sub) => sub.name)].join('/'))
const MENU = [button('甲', '一', '二', '三'), button('乙'), button('丙')]

test('a button moves among its neighbours and takes what lies below along', () => {
  const first = withMoved(MENU, { at: 0, below: null }, 2)
  expect([names(first?.menu ?? []), first?.place]).toEqual([
    ['乙', '丙', '甲/一/二/三'],
    { at: 2, below: null },
  ])
  const below = withMoved(MENU, { at: 0, below: 2 }, 0)
  expect([names(below?.menu ?? []), below?.place]).toEqual([['甲/三/一/二', '乙', '丙'], { at: 0, below: 0 }])
  expect(withMoved(MENU, { at: 0, below: 2 }, 3)).toBe(null)
  expect(withMoved(MENU, { at: 0, below: null }, -1)).toBe(null)
})

test('buttons come, change and go at their place', () => {
  const added = withNew(MENU, 1)
  expect(added.place).toEqual({ at: 1, below: 0 })
  const named = withValues(added.menu, added.place, { name: '新' })
  expect(names(named)).toEqual(['甲/一/二/三', '乙/新', '丙'])
  expect(names(without(named, { at: 0, below: 1 }))).toEqual(['甲/一/三', '乙/新', '丙'])
  expect(names(without(named, { at: 0, below: null }))).toEqual(['乙/新', '丙'])
  expect(withNew(MENU, null).place).toEqual({ at: 3, below: null })
  expect(buttonAt(MENU, { at: 0, below: 1 })?.name).toBe('二')
  expect(buttonAt(MENU, { at: 5, below: null })).toBe(null)
})

test('refusals find their button', () => {
  for (const place of [
    { at: 2, below: null },
    { at: 0, below: 4 },
  ])
    expect(placeOf(`${pathOf(place)}.name`)).toEqual(place)
  expect(placeOf('button')).toBe(null)
})
