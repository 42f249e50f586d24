import { describe, expect, it } from 'vitest'
import type { Command } from './commands.ts'
import { choosableAtStart, possible } from './possible.ts'
import { all, flow, type House, house, refused } from './testing.ts'

const can = (h: House, id: number, node: string, by: number) => possible(h.ports, h.task(id, node).id, by)

/** A command of that kind, filled with what is possible. */
function trying(h: House, id: number, node: string, by: number, kind: Command['kind']): Command | null {
  const at = { by, taskId: h.task(id, node).id }
  switch (kind) {
    case 'agree':
    case 'disagree':
    case 'reject':
    case 'claim':
    case 'release':
    case 'returnPrevious':
    case 'returnStarter':
      return { kind, ...at }
    case 'resubmit':
      return { kind, ...at, mode: 'step' }
    case 'transfer':
    case 'delegate':
      return { kind, ...at, to: 7 }
    case 'assist':
      return { kind, ...at, admins: [7] }
    default:
      return null
  }
}

describe('what may be done', () => {
  const process = flow('start > apply > a > fork; fork > b > join; fork > sign > join; join > end', {
    apply: { assignee: 'applicant' },
    a: { assignee: 'role:boss' },
    sign: all('user:3,user:4'),
  })
  const KINDS = ['disagree', 'reject', 'returnPrevious', 'returnStarter', 'resubmit'] as const

  it.each([
    ['apply', 1, [], []],
    ['a', 3, ['apply'], []],
    ['b', 2, ['apply'], ['a']],
    ['sign', 3, ['apply'], ['a']],
    ['apply', 1, ['apply', 'a'], ['back']],
  ])('is what the engine then does: %s by %i', async (node, by, done, more) => {
    for (const kind of KINDS) {
      const h = house(process)
      const id = await h.start()
      for (const one of done.filter((name) => name !== 'a')) await h.agree(id, one)
      if (done.includes('a') || more.includes('a')) {
        const { id: taskId } = h.task(id, 'a')
        await h.act({ kind: more.includes('back') ? 'returnStarter' : 'agree', by: 3, taskId })
      }
      const command = trying(h, id, node, by, kind)
      const { actions } = await can(h, id, node, by)
      if (command === null) throw new Error(`cannot try ${kind}`)
      const works = await h.act(command).then(
        () => true,
        () => false,
      )
      expect([kind, actions.includes(kind)]).toEqual([kind, works])
    }
  })

  it('is nothing for others, and letting go for who may act on everything', async () => {
    const h = house(process)
    const id = await h.start({ submit: true })
    expect((await can(h, id, 'a', 2)).actions).toEqual([])
    expect((await can(h, id, 'a', 3)).actions).toContain('claim')
    await h.act({ kind: 'claim', by: 3, taskId: h.task(id, 'a').id })
    expect((await can(h, id, 'a', 3)).actions).toContain('release')
    expect((await can(h, id, 'a', 4)).actions).toEqual([])
    expect((await can(h, id, 'a', 9)).actions).toEqual(['release'])
    await h.act({ kind: 'delegate', by: 3, taskId: h.task(id, 'a').id, to: 5 })
    expect((await can(h, id, 'a', 5)).actions).toEqual(['agree', 'disagree', 'assist', 'copy'])
    expect((await refused(possible(h.ports, 99_999, 1)))[1]).toBe('TASK_NOT_FOUND')
  })

  it('says where a task may go back to, and whether straight on again', async () => {
    const h = house(process)
    const id = await h.start({ submit: true })
    expect(await can(h, id, 'a', 3)).toMatchObject({
      returnable: [{ node: 'apply', name: 'apply' }],
      direct: false,
    })
    await h.act({ kind: 'returnStarter', by: 3, taskId: h.task(id, 'a').id })
    expect(await can(h, id, 'apply', 1)).toMatchObject({ direct: true, returnable: [] })
  })

  it('names the people to be chosen for what follows', async () => {
    const h = house(
      flow('start > a > b > c > end', { b: { assignee: '', field: { candidateGroups: 'boss' } } }),
    )
    const expected = [{ node: 'b', name: 'b', candidates: [3, 4] }]
    expect(await choosableAtStart(h.ports, 1, 1)).toEqual(expected)
    const id = await h.start({ chosen: { b: [3] } })
    expect((await can(h, id, 'a', 2)).choosable).toEqual(expected)
    await h.agree(id, 'a')
    expect((await can(h, id, 'b', 3)).choosable).toEqual([])
  })
})
