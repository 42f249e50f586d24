import { describe, expect, it } from 'vitest'
import { all, flow, house, refused, snapshot } from './testing.ts'

const THREE = 'user:3,user:4,user:5'

function signing(field: Record<string, string> = {}, assignee = THREE) {
  const h = house(flow('start > a > end', { a: all(assignee, field) }))
  const vote = (id: number, by: number, kind: 'agree' | 'disagree') =>
    h.act({ kind, by, taskId: h.task(id, 'a', by).id })
  return { h, vote }
}

describe('countersign', () => {
  it('asks everybody at once, one vote for each person of a group', async () => {
    const { h } = signing({}, 'role:boss,user:5,user:3')
    expect(h.whoFor(await h.start(), 'a')).toEqual(['3', '4', '5'])
  })

  it('without condition all must agree', async () => {
    const { h, vote } = signing()
    const id = await h.start()
    for (const by of [4, 3]) await vote(id, by, 'agree')
    expect(h.state(id)).toBe('running')
    await vote(id, 5, 'agree')
    expect(h.state(id)).toBe('approved')
    expect(h.variables(id)).toMatchObject({ countersignResult_a: 'pass', nrOfAgreedInstances_a: 3 })
  })

  it.each(['', 'ONE_VOTE_VETO'])(
    'the first who disagrees fails it (%s)',
    async (countersignCompletionCondition) => {
      const { h, vote } = signing({ countersignCompletionCondition })
      const id = await h.start()
      await vote(id, 4, 'disagree')
      expect(h.state(id)).toBe('rejected')
      expect(h.store.tasksOf(id).map(({ result }) => result)).toEqual(['cancelled', 'disagree', 'cancelled'])
      expect(h.variables(id)).toMatchObject({ countersignResult_a: 'fail' })
    },
  )

  it('passes as soon as its condition holds, and cancels the rest', async () => {
    const { h, vote } = signing({
      countersignCompletionCondition: '#nrOfAgreedInstances / #nrOfInstances > 0.5',
    })
    const id = await h.start()
    await vote(id, 3, 'agree')
    expect(h.state(id)).toBe('running')
    await vote(id, 5, 'agree')
    expect(h.state(id)).toBe('approved')
    expect(h.store.tasksOf(id).map(({ result }) => result)).toEqual(['agree', 'cancelled', 'agree'])
  })

  it('fails when all have voted and its condition does not hold', async () => {
    const { h, vote } = signing({ countersignCompletionCondition: 'nrOfAgreedInstances_a >= 2' })
    const id = await h.start()
    for (const by of [3, 4]) await vote(id, by, 'disagree')
    expect(h.state(id)).toBe('running')
    await vote(id, 5, 'agree')
    expect(h.state(id)).toBe('rejected')
  })

  it('may go on when it failed, for a decision to look at', async () => {
    const h = house(
      flow("start > a > decide; decide >[countersignResult_a == 'fail'] b > end; decide > end", {
        a: all('user:3,user:4', { countersignFailPolicy: 'continue' }),
      }),
    )
    const id = await h.start()
    await h.act({ kind: 'disagree', by: 3, taskId: h.task(id, 'a', 3).id })
    expect(h.open(id)).toEqual(['b'])
  })

  it('asks one after the other in a line, and nobody whose vote no longer counts', async () => {
    const { h, vote } = signing({
      countersignType: 'SEQUENTIAL',
      countersignCompletionCondition: 'nrOfAgreedInstances >= 2',
    })
    const id = await h.start()
    expect(h.whoFor(id, 'a')).toEqual(['3'])
    await vote(id, 3, 'agree')
    expect(h.whoFor(id, 'a')).toEqual(['4'])
    await vote(id, 4, 'agree')
    expect(h.state(id)).toBe('approved')
    expect(h.store.tasksOf(id)).toHaveLength(2)
  })

  it('counts members, votes and who is being asked', async () => {
    const seen: unknown[] = []
    for (const countersignType of ['PARALLEL', 'SEQUENTIAL']) {
      const { h, vote } = signing({
        countersignType,
        countersignCompletionCondition:
          '[nrOfInstances, nrOfCompletedInstances, nrOfActivateInstances, nrOfActiveInstances_a, nrOfDisagreedInstances, loopCounter][want] == is',
      })
      for (const [want, is] of [3, 2, 1, 1, 1, 1].entries()) {
        const id = await h.start({ variables: { want, is } })
        await vote(id, 3, 'disagree')
        if (h.state(id) === 'running') await vote(id, 4, 'agree')
        seen.push(h.state(id))
      }
    }
    expect(new Set(seen)).toEqual(new Set(['approved']))
  })

  it('undoes a vote whose condition cannot be worked out', async () => {
    const { h, vote } = signing({ countersignCompletionCondition: 'missing > 1' })
    const id = await h.start()
    const before = snapshot(h.store, id)
    expect((await refused(vote(id, 3, 'agree')))[1]).toBe('EXPR_ERROR')
    expect(snapshot(h.store, id)).toBe(before)
  })

  it('begins a new round from zero', async () => {
    const h = house(
      flow('start > a > b > decide; decide >[again] a; decide > end', { a: all('user:3,user:4') }),
    )
    const id = await h.start({ variables: { again: true } })
    await h.agree(id, 'a', { by: 3 })
    await h.agree(id, 'a', { by: 4 })
    expect(await h.agreeAll(id, 'b')).toEqual(['a', 'a'])
    await h.agree(id, 'a', { by: 3 })
    expect(h.open(id)).toEqual(['a'])
    await h.agree(id, 'a', { by: 4 })
    expect(h.open(id)).toEqual(['b'])
  })

  it('has no refusal of the whole, and a plain task has no vote', async () => {
    const { h } = signing()
    const id = await h.start()
    const reject = h.act({ kind: 'reject', by: 3, taskId: h.task(id, 'a', 3).id })
    expect((await refused(reject))[1]).toBe('ACTION_NOT_ALLOWED')
    const plain = house(flow('start > a > end'))
    const other = await plain.start()
    const vote = plain.act({ kind: 'disagree', by: 2, taskId: plain.task(other, 'a').id })
    expect((await refused(vote))[1]).toBe('ACTION_NOT_ALLOWED')
  })

  it('lets one who may act on everything vote for another', async () => {
    const { h } = signing({}, 'user:3')
    const id = await h.start()
    await h.act({ kind: 'agree', by: 9, taskId: h.task(id, 'a').id })
    expect(h.state(id)).toBe('approved')
  })
})
