// The menus that the rooms declare, as one tree.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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

// The registrations of the rooms need a browser, so they are read as texts.
test('what an empty choice leads to is a page of the menu', () => {
  const paths = new Set(nodes.map(({ path }) => path))
  const named = globSync('{kit,domains}/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:\bpage: |declareMasterOptions\(.*, )'(\/[^']*)'/g)].map(
      ([, path]) => path,
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !paths.has(path))).toEqual([])
})
