import { expect, test } from 'vitest'
import { isShown, neighbourOf, rememberShown } from './neighbours.ts'

const pages = [[9, 8], [7, 6], [5]]
const list = (page: number) => ({
  ids: pages[page - 1] ?? [],
  page,
  totalPage: pages.length,
  read: async (other: number) => pages[other - 1] ?? [],
})

test('records follow each other as in the list they were opened from, over its pages, to its ends', async () => {
  rememberShown('thing', list(1))
  expect([isShown('thing', 8), isShown('thing', 7), isShown('other', 8)]).toEqual([true, false, false])
  const way: (number | null)[] = []
  for (let at: number | null = 9; at !== null; ) {
    at = await neighbourOf('thing', at, 1)
    way.push(at)
  }
  expect(way).toEqual([8, 7, 6, 5, null])
  const back: (number | null)[] = []
  for (let at: number | null = 5; at !== null; ) {
    at = await neighbourOf('thing', at, -1)
    back.push(at)
  }
  expect(back).toEqual([6, 7, 8, 9, null])
})

test('a record of no list has no neighbours', async () => {
  rememberShown('thing', list(1))
  expect([await neighbourOf('thing', 5, 1), await neighbourOf('other', 9, -1)]).toEqual([null, null])
})
