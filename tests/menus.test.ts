// The menus that the rooms declare, as one tree.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isRestricted } from '#domains/access/menu/menu.rules.ts'
import { seedsOf } from '#domains/access/menu/menuSeed.server.ts'
import { type MenuNode, menusOf } from '#kit/shared/room.ts'
import { ICON_NAMES } from '#kit/web/shell/iconNames.ts'
import { rooms } from '../app/domains.ts'

const nodesOf = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...nodesOf(node.children ?? [])])
const nodes = nodesOf(rooms.flatMap((room) => menusOf(room.facts)))

test('every icon of a menu can be drawn', () => {
  const known = new Set<string>(ICON_NAMES)
  expect(nodes.filter(({ icon }) => icon !== undefined && !known.has(icon)).map(({ key }) => key)).toEqual([])
})

test('every directory in the first row has an icon, and no two pages the same address', () => {
  const first = rooms.flatMap((room) => menusOf(room.facts)).filter(({ hidden }) => hidden !== true)
  expect(first.filter(({ icon }) => icon === undefined)).toEqual([])
  const paths = nodes.flatMap(({ path }) => (path === undefined ? [] : [path]))
  expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
})

test('C-003: /store/infoSale is hidden from the menu', () => {
  expect(nodes.find(({ path }) => path?.startsWith('/store/infoSale'))).toMatchObject({ hidden: true })
})

test('M-009: the official account is for administrators only, with every page below', () => {
  const seeds = rooms.flatMap((room) => seedsOf(menusOf(room.facts)))
  const pages = seeds.filter(({ component }) => component.startsWith('/appSetting/publicAccount'))
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.filter(({ adminOnly }) => adminOnly !== 1)).toEqual([])
})

test('M-055: five nodes are for administrators to hand on', () => {
  const seeds = rooms.flatMap((room) => seedsOf(menusOf(room.facts)))
  const restricted = seeds.filter((node) => isRestricted({ ...node, adminOnly: 0 })).map(({ name }) => name)
  expect(restricted.sort()).toEqual(['设置', '管理权限', '管理员列表', '角色管理', '权限规则'].sort())
})

// The registrations of the rooms need a browser, so they are read as texts.
test('what an empty choice leads to is a page of the menu', () => {
  // What may follow a path need not.
  const paths = new Set(nodes.map(({ path }) => (path ?? '').replace(/\/:\w+\?$/, '')))
  const named = globSync('{kit,domains}/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:\bpage: |declareMasterOptions\(.*, )'(\/[^']*)'/g)].map(
      ([, path]) => path,
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path = '') => !paths.has(path))).toEqual([])
})
