import { expect, it } from 'vitest'
import { flow, house } from './testing.ts'

it('lets others have their turn before every node that is entered', async () => {
  let turns = 0
  const h = house(flow('start > d1 > d2 > a > end', { a: { assignee: 'role:boss' } }), {
    breathe: async () => {
      turns += 1
    },
  })
  const id = await h.start({ by: 1, submit: true })
  const entered = h.store.logsOf(id).filter((log) => log.kind === 'enter').length
  expect(turns).toBe(entered)
  expect(turns).toBeGreaterThan(1)
})
