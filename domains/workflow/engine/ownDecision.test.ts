import { describe, expect, it } from 'vitest'
import { possible } from './possible.ts'
import { flow, house, refused } from './testing.ts'

// Person 9 holds *:*:*, person 3 is one of the bosses.
const LINE = flow('start > apply > a > end', {
  apply: { assignee: 'applicant' },
  a: { assignee: 'role:boss' },
})
const forbids = { ownForbidden: async () => true }

describe('自审', () => {
  it('marks what somebody decides that they have started, and nothing that is theirs to hand in', async () => {
    for (const [by, kind] of [
      [9, 'agree'],
      [9, 'reject'],
      [3, 'agree'],
    ] as const) {
      const h = house(LINE)
      const id = await h.start({ by })
      await h.act({ kind: 'agree', by, taskId: h.task(id, 'apply').id })
      await h.act({ kind, by, taskId: h.task(id, 'a').id })
      const done = h.store.logsOf(id).filter((log) => log.kind === 'taskDone')
      expect(done.map(({ node, data }) => [node, data])).toEqual([
        ['apply', { result: 'agree' }],
        ['a', { result: kind, own: true }],
      ])
    }
  })

  it('does not mark what others decide', async () => {
    const h = house(LINE)
    const id = await h.start({ by: 9, submit: true })
    await h.act({ kind: 'agree', by: 3, taskId: h.task(id, 'a').id })
    expect(h.store.logsOf(id).some((log) => log.data.own === true)).toBe(false)
  })

  it('does not mark what came back to its starter', async () => {
    const h = house(
      flow('start > first > a > end', { first: { assignee: 'role:boss' }, a: { assignee: 'role:boss' } }),
    )
    const id = await h.start({ by: 3 })
    await h.act({ kind: 'agree', by: 4, taskId: h.task(id, 'first').id })
    await h.act({ kind: 'returnStarter', by: 4, taskId: h.task(id, 'a').id, comment: '补材料' })
    await h.act({ kind: 'agree', by: 3, taskId: h.task(id, 'first').id })
    expect(h.store.logsOf(id).some((log) => log.data.own === true)).toBe(false)
  })

  it('is refused by the setting to whom only *:*:* lets act, and not to a participant of the drawing', async () => {
    const h = house(LINE, forbids)
    const id = await h.start({ by: 9, submit: true })
    const taskId = h.task(id, 'a').id
    for (const kind of ['agree', 'reject'] as const)
      expect(await refused(h.act({ kind, by: 9, taskId }))).toEqual([
        422,
        'ACTION_NOT_ALLOWED',
        '不能审核自己提交的单据',
      ])
    // What would be refused is not offered, and what hands the task on still is.
    const offered = (await possible(h.ports, taskId, 9)).actions
    expect(offered.filter((kind) => ['agree', 'disagree', 'reject'].includes(kind))).toEqual([])
    expect(offered).toContain('transfer')
    expect((await possible(h.ports, taskId, 4)).actions).toEqual(expect.arrayContaining(['agree', 'reject']))
    await h.act({ kind: 'agree', by: 4, taskId })
    const own = await h.start({ by: 3, submit: true })
    await h.act({ kind: 'agree', by: 3, taskId: h.task(own, 'a').id })
    expect([h.state(id), h.state(own)]).toEqual(['approved', 'approved'])
  })
})
