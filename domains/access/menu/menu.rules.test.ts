import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depthOf, forest, heightOf, type MenuFacts, visibleNodes, withoutEmpty } from './menu.rules.ts'
import { seedsOf } from './menuSeed.server.ts'

function node(id: number, pid: number, menuType: string, more: Partial<MenuFacts> = {}): MenuFacts {
  return {
    id,
    pid,
    menuType,
    name: `n${id}`,
    component: menuType === 'C' ? `/p${id}` : '',
    perms: '',
    sort: 0,
    isShow: 1,
    adminOnly: 0,
    activeMenu: '',
    systemKey: '',
    ...more,
  }
}

const nodes = [
  node(1, 0, 'M'),
  node(2, 1, 'C', { perms: 'a:list' }),
  node(3, 2, 'A', { perms: 'a:save' }),
  node(4, 1, 'C', { perms: 'a:save', isShow: 0, activeMenu: '/p2' }),
  node(5, 0, 'M'),
  node(6, 5, 'C', { perms: 'b:list' }),
  node(7, 0, 'C', { isShow: 0 }),
  node(8, 5, 'C', { perms: 'c:list', adminOnly: 1 }),
  node(9, 5, 'C'),
]
const home = node(10, 0, 'C', { systemKey: 'home' })
const seen = (menuIds: number[], permissions: string[]): number[] =>
  visibleNodes(nodes, { all: false, menuIds: new Set(menuIds), permissions: new Set(permissions) }).map(
    (one) => one.id,
  )

test('pages come with the way up; hidden ones with their page and one of its codes', () => {
  expect(seen([], [])).toEqual([7])
  expect(seen([2], ['a:list'])).toEqual([1, 2, 7])
  expect(seen([2, 3], ['a:list', 'a:save'])).toEqual([1, 2, 4, 7])
  expect(seen([4], ['a:save'])).toEqual([1, 4, 7])
  expect(seen([6, 8], ['b:list', 'c:list'])).toEqual([5, 6, 7])
})

test('a shown page without a code is everybody’s when the product declares it, else of those it is granted to', () => {
  const rights = { all: false, menuIds: new Set<number>(), permissions: new Set<string>() }
  expect(visibleNodes([...nodes, home], rights).map((one) => one.id)).toEqual([7, 10])
  expect(seen([9], [])).toEqual([5, 7, 9])
})

test('a directory without anything to be seen is left out, the routes below it stay', () => {
  const tree = withoutEmpty(
    forest(visibleNodes(nodes, { all: false, menuIds: new Set([4]), permissions: new Set(['a:save']) })),
  )
  expect(tree.map((one) => one.id)).toEqual([4, 7])
})

test('more rights never hide a page, and no page comes without a right', () => {
  const ids = fc.uniqueArray(fc.constantFrom(...nodes.map((one) => one.id)))
  const codesOf = (granted: number[]): string[] =>
    nodes.filter((one) => granted.includes(one.id) && one.perms !== '').map((one) => one.perms)
  fc.assert(
    fc.property(ids, ids, (some, more) => {
      const few = seen(some, codesOf(some))
      const many = seen([...some, ...more], codesOf([...some, ...more]))
      expect(few.every((id) => many.includes(id))).toBe(true)
      for (const id of few) {
        const page = nodes.find((one) => one.id === id)
        if (page?.menuType === 'C' && page.perms !== '') expect(codesOf(some)).toContain(page.perms)
        expect(page?.adminOnly).toBe(0)
      }
    }),
  )
})

test('order, depth and height', () => {
  const tree = forest([node(1, 0, 'M'), node(2, 0, 'M', { sort: 5 }), node(3, 9, 'C')])
  expect(tree.map((one) => one.id)).toEqual([2, 1, 3])
  expect(depthOf(new Map(nodes.map((one) => [one.id, one])), 3)).toBe(3)
  const circle = new Map([
    [1, { pid: 2 }],
    [2, { pid: 1 }],
  ])
  expect(depthOf(circle, 1)).toBe(Number.POSITIVE_INFINITY)
  expect(heightOf(nodes, 1)).toBe(2)
})

test('declared nodes become rows: buttons below their page, the mark of a directory on everything in it', () => {
  const seeds = seedsOf([
    {
      key: 'top',
      name: '顶',
      adminOnly: true,
      children: [
        {
          key: 'top.page',
          name: '页',
          path: '/page',
          permissions: ['a:list', 'a:info'],
          buttons: [{ name: '新增', permissions: ['a:save'] }],
        },
      ],
    },
  ])
  expect(
    seeds.map(({ systemKey, parentKey, menuType, perms, adminOnly }) => [
      systemKey,
      parentKey,
      menuType,
      perms,
      adminOnly,
    ]),
  ).toEqual([
    ['top', '', 'M', '', 1],
    ['top.page', 'top', 'C', 'a:list,a:info', 1],
    ['top.page#新增', 'top.page', 'A', 'a:save', 1],
  ])
})
