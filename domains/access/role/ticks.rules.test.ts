import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allOf, boxes, type TickNode, tick, tickAll } from './ticks.rules.ts'

const node = (id: number, menuType: string, child: TickNode[] = [], disabled = false): TickNode => ({
  id,
  menuType,
  disabled,
  child,
})

// 1 目录 [2 菜单 [3 按钮, 4 按钮], 5 菜单 off [6 按钮 off]], 7 目录 off [8 菜单]
const tree = [
  node(1, 'M', [node(2, 'C', [node(3, 'A'), node(4, 'A')]), node(5, 'C', [node(6, 'A', [], true)], true)]),
  node(7, 'M', [node(8, 'C')], true),
]
const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b)

describe('ticks of the permission tree', () => {
  test('a button brings its page and the directories above', () => {
    expect(sorted(tick(tree, new Set(), 3, true, true))).toEqual([1, 2, 3])
    expect(boxes(tree, new Set([1, 2, 3]), true)).toEqual({ checked: [3], half: [2, 1] })
  })

  test('a page takes its buttons along, and stays when they go', () => {
    const all = tick(tree, new Set(), 2, true, true)
    expect(sorted(all)).toEqual([1, 2, 3, 4])
    const less = tick(tree, tick(tree, all, 3, false, true), 4, false, true)
    expect(sorted(less)).toEqual([1, 2])
    expect(sorted(tick(tree, less, 2, false, true))).toEqual([])
  })

  test('a disabled directory comes along half-ticked', () => {
    expect(sorted(tick(tree, new Set(), 8, true, true))).toEqual([7, 8])
  })

  test('disabled nodes stay as they are', () => {
    expect(sorted(tickAll(tree, new Set(), true))).toEqual([1, 2, 3, 4, 7, 8])
    expect(sorted(tickAll(tree, new Set([1, 2, 5, 6]), false))).toEqual([1, 5, 6])
  })

  test('not linked, a click touches one node', () => {
    expect(sorted(tick(tree, new Set(), 2, true, false))).toEqual([2])
    expect(sorted(tick(tree, new Set([1, 2, 3]), 2, false, false))).toEqual([1, 3])
    expect(boxes(tree, new Set([2]), false)).toEqual({ checked: [2], half: [] })
  })

  test('whatever is clicked, no button is held without its page', () => {
    const clicks = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.boolean()), { maxLength: 20 })
    fc.assert(
      fc.property(clicks, (all) => {
        const held = all.reduce((now, [id, on]) => tick(tree, now, id, on, true), new Set<number>())
        for (const page of tree.flatMap(allOf).filter((one) => one.menuType === 'C'))
          for (const button of page.child) if (held.has(button.id)) expect(held.has(page.id)).toBe(true)
      }),
    )
  })
})
