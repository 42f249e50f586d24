import { describe, expect, it } from 'vitest'
import { all, flow, type House, house, refused, snapshot } from './testing.ts'

const APPLY = { assignee: 'applicant' }
const LINE = flow('start > apply > a > b > end', { apply: APPLY, b: { assignee: 'user:3' } })
const results = (h: House, id: number) => h.store.tasksOf(id).map(({ node, result }) => `${node} ${result}`)

describe('starting', () => {
  it('hands in at once where the first task is the starter’s', async () => {
    const h = house(LINE)
    const id = await h.start({ submit: true, variables: { x: 1 }, comment: 'please' })
    expect(h.open(id)).toEqual(['a'])
    expect(h.store.tasksOf(id)[0]).toMatchObject({ result: 'agree', doneBy: 1, comment: 'please' })
    expect(h.store.notices.map(({ mark, receivers }) => [mark, receivers[0]?.id])).toEqual([
      ['taskArrived', '2'],
    ])
    const other = house(flow('start > a > end'))
    expect(other.open(await other.start({ submit: true }))).toEqual(['a'])
  })

  it('numbers an instance as its caller says, else by its definition', async () => {
    const h = house(flow('start > a > end', { '': { instanceNoClass: 'no' } }))
    expect(h.instance(await h.start({ variables: { 'snaker.orderNo': 'X-1' } })).number).toBe('X-1')
    expect(h.instance(await h.start()).number).toBe('no1')
  })

  it('is refused while the document is under way', async () => {
    const h = house(LINE)
    const document = { businessType: 'order', businessId: 7 }
    const id = await h.start(document)
    expect(await refused(h.start(document))).toEqual([409, 'BIZ_IN_PROGRESS', '该单据正在审批中'])
    await h.start({ ...document, businessId: 8 })
    await h.act({ kind: 'withdraw', by: 1, instanceId: id })
    await h.start(document)
  })

  it('needs an identity', async () => {
    expect((await refused(house(LINE).start({ by: 77 })))[1]).toBe('FORBIDDEN')
  })
})

describe('claiming', () => {
  it('locks a task for one of several, until they or an administrator let go', async () => {
    const h = house(flow('start > a > end', { a: { assignee: 'role:boss' } }))
    const id = await h.start()
    const { id: taskId } = h.task(id, 'a')
    await h.act({ kind: 'claim', by: 3, taskId })
    await h.act({ kind: 'claim', by: 3, taskId })
    for (const kind of ['claim', 'agree', 'release'] as const) {
      expect(await refused(h.act({ kind, by: 4, taskId }))).toEqual([
        409,
        'TASK_CLAIMED',
        '任务已被「p3」签收',
      ])
    }
    expect((await refused(h.act({ kind: 'release', by: 2, taskId })))[1]).toBe('FORBIDDEN')
    await h.act({ kind: 'release', by: 9, taskId })
    await h.act({ kind: 'agree', by: 4, taskId })
    expect(h.state(id)).toBe('approved')
  })
})

describe('rejecting', () => {
  it('ends the instance and cancels everything else', async () => {
    const h = house(
      flow('start > fork; fork > a > join; fork > b > join; join > end', { b: { assignee: 'user:3' } }),
    )
    const id = await h.start()
    await h.act({ kind: 'reject', by: 2, taskId: h.task(id, 'a').id, comment: 'no' })
    expect(h.state(id)).toBe('rejected')
    expect(results(h, id)).toEqual(['a reject', 'b cancelled'])
    expect((await refused(h.act({ kind: 'terminate', by: 9, instanceId: id })))[1]).toBe('ORDER_CLOSED')
    expect(h.heard.at(-1)).toEqual([id, 'running', 'rejected'])
  })
})

describe('returning', () => {
  it('goes to the task this one came from, for the person who did it', async () => {
    const h = house(flow('start > apply > a > b > end', { apply: APPLY, a: { assignee: 'role:boss' } }))
    const id = await h.start({ submit: true })
    await h.act({ kind: 'agree', by: 3, taskId: h.task(id, 'a').id })
    await h.act({ kind: 'returnPrevious', by: 2, taskId: h.task(id, 'b').id, comment: 'why' })
    expect(h.whoFor(id, 'a')).toEqual(['3'])
    expect(results(h, id)).toEqual(['apply agree', 'a agree', 'b returned', 'a null'])
    expect(h.store.notices.at(-1)).toMatchObject({ mark: 'taskReturned', taskId: h.task(id, 'a').id })
    await h.act({ kind: 'returnPrevious', by: 3, taskId: h.task(id, 'a').id })
    expect(h.whoFor(id, 'apply')).toEqual(['1'])
    const again = h.act({ kind: 'returnPrevious', by: 1, taskId: h.task(id, 'apply').id })
    expect(await refused(again)).toEqual([422, 'RETURN_NOT_ALLOWED', '当前任务不能退回'])
    expect(await h.agreeAll(id, 'apply', 'a', 'b')).toEqual([])
    expect(h.state(id)).toBe('approved')
  })

  it('passes over what passed by itself', async () => {
    const h = house(
      flow('start > a > x > b > end', { x: { assignee: '', field: { emptyActorPolicy: 'autoPass' } } }),
    )
    const id = await h.start()
    await h.agree(id, 'a')
    await h.act({ kind: 'returnPrevious', by: 2, taskId: h.task(id, 'b').id })
    expect(h.open(id)).toEqual(['a'])
  })

  it('begins a countersign anew, for all members', async () => {
    const h = house(flow('start > a > b > end', { a: all('user:3,user:4') }))
    const id = await h.start()
    for (const by of [3, 4]) await h.agree(id, 'a', { by })
    await h.act({ kind: 'returnPrevious', by: 2, taskId: h.task(id, 'b').id })
    expect(h.whoFor(id, 'a')).toEqual(['3', '4'])
    await h.agree(id, 'a', { by: 3 })
    expect(h.open(id)).toEqual(['a'])
  })

  it('takes the whole countersign along when one member returns it', async () => {
    const h = house(flow('start > a > b > end', { b: all('user:3,user:4') }))
    const id = await h.start()
    await h.agree(id, 'a')
    await h.agree(id, 'b', { by: 3 })
    await h.act({ kind: 'returnPrevious', by: 4, taskId: h.task(id, 'b').id })
    expect(h.open(id)).toEqual(['a'])
    await h.agree(id, 'a')
    expect(h.whoFor(id, 'b')).toEqual(['3', '4'])
  })

  it.each([
    ['a fork', flow('start > a > fork; fork > b > join; fork > c > join; join > end'), 'b'],
    ['a join', flow('start > a > join; join > b > end'), 'b'],
    ['several ways', flow('start > a; a > b > end; a > c > end'), 'b'],
    ['a sub-process begun', flow('start > a > sub > end', {}, { sub: 'start1 > b > end1' }), 'b'],
    ['a sub-process ended', flow('start > a > sub > b > end', {}, { sub: 'start1 > end1' }), 'b'],
  ])('does not go across %s', async (_, process, node) => {
    const h = house(process)
    const id = await h.start()
    await h.agree(id, 'a')
    expect(await refused(h.act({ kind: 'returnPrevious', by: 2, taskId: h.task(id, node).id }))).toEqual([
      422,
      'RETURN_NOT_ALLOWED',
      '上一步跨越了并行分支或子流程，不能退回',
    ])
  })

  it('to the starter drops all other branches and begins again at the first task', async () => {
    const h = house(
      flow(
        'start > apply > fork; fork > a > join; fork > sub > join; join > end',
        { apply: APPLY },
        {
          sub: 'start1 > b > end1',
        },
      ),
    )
    const id = await h.start({ submit: true })
    const child = h.task(id, 'b').instanceId
    await h.act({ kind: 'returnStarter', by: 2, taskId: h.task(id, 'a').id })
    expect(h.open(id)).toEqual(['apply'])
    expect(h.state(child)).toBe('terminated')
    expect(h.state(id)).toBe('running')
    await h.act({ kind: 'resubmit', by: 1, taskId: h.task(id, 'apply').id, mode: 'step' })
    expect(h.open(id)).toEqual(['a', 'b'])
  })

  it('to the starter from a sub-process leaves it', async () => {
    const h = house(flow('start > apply > sub > end', { apply: APPLY }, { sub: 'start1 > b > end1' }))
    const id = await h.start({ submit: true })
    await h.act({ kind: 'returnStarter', by: 2, taskId: h.task(id, 'b').id })
    expect(h.whoFor(id, 'apply')).toEqual(['1'])
    const direct = h.act({ kind: 'resubmit', by: 1, taskId: h.task(id, 'apply').id, mode: 'direct' })
    expect((await refused(direct))[1]).toBe('RESUBMIT_NOT_ALLOWED')
  })

  it('to any step that led here, while nothing else is under way', async () => {
    const h = house(
      flow(
        'start > a > fork; fork > b > join; fork > c > join; join > d > sub > e > end',
        {},
        {
          sub: 'start1 > x > end1',
        },
      ),
    )
    const id = await h.start()
    await h.agreeAll(id, 'a', 'b', 'c', 'd', 'x')
    const { id: taskId } = h.task(id, 'e')
    for (const node of ['e', 'x', 'end']) {
      expect((await refused(h.act({ kind: 'returnTo', by: 2, taskId, node })))[1]).toBe('RETURN_NOT_ALLOWED')
    }
    await h.act({ kind: 'returnTo', by: 2, taskId, node: 'c' })
    expect(h.open(id)).toEqual(['c'])
    expect(await h.agreeAll(id, 'c')).toEqual(['d'])
    await h.act({ kind: 'returnTo', by: 2, taskId: h.task(id, 'd').id, node: 'a' })
    expect(await h.agreeAll(id, 'a')).toEqual(['b', 'c'])
  })

  it('never to a step further on, which a former return undid', async () => {
    const h = house(LINE)
    const id = await h.start({ submit: true })
    await h.agree(id, 'a')
    await h.act({ kind: 'returnStarter', by: 3, taskId: h.task(id, 'b').id })
    const { id: taskId } = h.task(id, 'apply')
    expect((await refused(h.act({ kind: 'returnTo', by: 1, taskId, node: 'a' })))[1]).toBe(
      'RETURN_NOT_ALLOWED',
    )
  })

  it('within its branch, while others are under way', async () => {
    const h = house(flow('start > a > fork; fork > b > d > join; fork > c > join; join > end'))
    const id = await h.start()
    await h.agreeAll(id, 'a', 'b')
    const { id: taskId } = h.task(id, 'd')
    expect((await refused(h.act({ kind: 'returnTo', by: 2, taskId, node: 'a' })))[1]).toBe(
      'RETURN_NOT_ALLOWED',
    )
    await h.act({ kind: 'returnTo', by: 2, taskId, node: 'b' })
    expect(h.open(id)).toEqual(['b', 'c'])
  })
})

describe('handing in again', () => {
  it('goes straight back to the node that returned it', async () => {
    const h = house(LINE)
    const id = await h.start({ submit: true })
    await h.agree(id, 'a')
    await h.act({ kind: 'returnStarter', by: 3, taskId: h.task(id, 'b').id })
    const { id: taskId } = h.task(id, 'apply')
    expect((await refused(h.act({ kind: 'resubmit', by: 2, taskId, mode: 'direct' })))[1]).toBe('FORBIDDEN')
    await h.act({ kind: 'resubmit', by: 1, taskId, mode: 'direct', variables: { x: 2 } })
    expect(h.whoFor(id, 'b')).toEqual(['3'])
    expect(h.variables(id)).toEqual({ x: 2 })
    expect(await h.agreeAll(id, 'b')).toEqual([])
    expect(h.state(id)).toBe('approved')
  })

  it('asks a countersign that returned it all over again', async () => {
    const h = house(flow('start > apply > a > b > end', { apply: APPLY, b: all('user:3,user:4') }))
    const id = await h.start({ submit: true })
    await h.agree(id, 'a')
    await h.agree(id, 'b', { by: 3 })
    await h.act({ kind: 'returnStarter', by: 4, taskId: h.task(id, 'b').id })
    await h.act({ kind: 'resubmit', by: 1, taskId: h.task(id, 'apply').id, mode: 'direct' })
    expect(h.whoFor(id, 'b')).toEqual(['3', '4'])
  })

  it('is only for what was returned', async () => {
    const h = house(LINE)
    const id = await h.start()
    const step = h.act({ kind: 'resubmit', by: 1, taskId: h.task(id, 'apply').id, mode: 'step' })
    expect((await refused(step))[1]).toBe('RESUBMIT_NOT_ALLOWED')
  })
})

describe('jumping', () => {
  it('puts the only token on any node', async () => {
    const h = house(LINE)
    const id = await h.start()
    await h.act({ kind: 'jump', by: 9, instanceId: id, node: 'b' })
    expect(h.open(id)).toEqual(['b'])
    expect(results(h, id)).toEqual(['apply jumped', 'b null'])
    await h.act({ kind: 'jump', by: 9, instanceId: id, node: 'end' })
    expect(h.state(id)).toBe('approved')
  })

  it('ends the child it waited for', async () => {
    const h = house(flow('start > sub > b > end', {}, { sub: 'start1 > c > end1' }))
    const id = await h.start()
    const child = h.task(id, 'c').instanceId
    await h.act({ kind: 'jump', by: 9, instanceId: id, node: 'b' })
    expect([h.open(id), h.state(child), h.state(id)]).toEqual([['b'], 'terminated', 'running'])
  })

  it('needs a single token and a node of the same graph', async () => {
    const h = house(flow('start > fork; fork > a > join; fork > b > join; join > end'))
    const id = await h.start()
    expect(await refused(h.act({ kind: 'jump', by: 9, instanceId: id, node: 'a' }))).toEqual([
      422,
      'JUMP_NOT_ALLOWED',
      '存在并行任务，不能跳转',
    ])
    expect((await refused(h.act({ kind: 'jump', by: 9, instanceId: id, node: 'x' })))[1]).toBe(
      'NODE_NOT_FOUND',
    )
  })
})

describe('pulling back', () => {
  const pull = async (h: House, id: number, node: string, by = 2) => {
    const done = h.store.tasksOf(id).findLast((task) => task.node === node && task.doneBy === by)
    return h.act({ kind: 'pullBack', by, taskId: done?.id ?? 0 })
  }

  it('undoes a step while what it made is untouched', async () => {
    const h = house(LINE)
    const id = await h.start({ submit: true })
    await h.agree(id, 'a')
    await pull(h, id, 'a')
    expect(h.whoFor(id, 'a')).toEqual(['2'])
    expect(results(h, id)).toEqual(['apply agree', 'a withdrawn', 'b cancelled', 'a null'])
    expect(await h.agreeAll(id, 'a', 'b')).toEqual([])
    expect(h.state(id)).toBe('approved')
  })

  it('is for the person who did it, while nobody claimed or did what follows', async () => {
    const h = house(LINE)
    const id = await h.start({ submit: true })
    await h.agree(id, 'a')
    const { id: taskId } = h.store.tasksOf(id)[1] ?? { id: 0 }
    expect((await refused(h.act({ kind: 'pullBack', by: 9, taskId })))[1]).toBe('FORBIDDEN')
    await h.act({ kind: 'claim', by: 3, taskId: h.task(id, 'b').id })
    expect(await refused(pull(h, id, 'a'))).toEqual([422, 'WITHDRAW_NOT_ALLOWED', '后续任务已处理，不能撤回'])
    expect((await refused(pull(h, id, 'apply', 1)))[1]).toBe('WITHDRAW_NOT_ALLOWED')
    await h.agree(id, 'b')
    expect((await refused(pull(h, id, 'a')))[1]).toBe('ORDER_CLOSED')
  })

  it('takes all branches of a fork back, but not when one of them went on', async () => {
    const h = house(flow('start > a > fork; fork > b > join; fork > c > join; join > end'))
    const id = await h.start()
    await h.agree(id, 'a')
    await pull(h, id, 'a')
    expect(h.open(id)).toEqual(['a'])
    await h.agreeAll(id, 'a', 'b')
    expect((await refused(pull(h, id, 'a')))[1]).toBe('WITHDRAW_NOT_ALLOWED')
    await pull(h, id, 'b')
    expect(h.open(id)).toEqual(['b', 'c'])
    expect(await h.agreeAll(id, 'b', 'c')).toEqual([])
    expect(h.state(id)).toBe('approved')
  })

  it('takes a sub-process back that nobody worked on', async () => {
    const h = house(flow('start > a > sub > b > end', {}, { sub: 'start1 > c > d > end1' }))
    const id = await h.start()
    await h.agree(id, 'a')
    const child = h.task(id, 'c').instanceId
    await pull(h, id, 'a')
    expect([h.open(id), h.state(child)]).toEqual([['a'], 'terminated'])
    await h.agreeAll(id, 'a', 'c')
    expect((await refused(pull(h, id, 'a')))[1]).toBe('WITHDRAW_NOT_ALLOWED')
  })

  it('takes a vote back while the round is open', async () => {
    const h = house(flow('start > a > b > end', { a: all('user:3,user:4') }))
    const id = await h.start()
    await h.agree(id, 'a', { by: 3 })
    await pull(h, id, 'a', 3)
    expect(h.whoFor(id, 'a').sort()).toEqual(['3', '4'])
    await h.agree(id, 'a', { by: 4 })
    expect(h.open(id)).toEqual(['a'])
    await h.agree(id, 'a', { by: 3 })
    expect(h.open(id)).toEqual(['b'])
    expect((await refused(pull(h, id, 'a', 3)))[1]).toBe('WITHDRAW_NOT_ALLOWED')
  })

  it('takes a vote in a line back while the next has not begun', async () => {
    const h = house(
      flow('start > a > end', { a: all('user:3,user:4,user:5', { countersignType: 'SEQUENTIAL' }) }),
    )
    const id = await h.start()
    await h.agree(id, 'a')
    await pull(h, id, 'a', 3)
    expect(h.whoFor(id, 'a')).toEqual(['3'])
    await h.agreeAll(id, 'a', 'a')
    expect((await refused(pull(h, id, 'a', 3)))[1]).toBe('WITHDRAW_NOT_ALLOWED')
    await pull(h, id, 'a', 4)
    await pull(h, id, 'a', 3)
    expect(await h.agreeAll(id, 'a', 'a', 'a')).toEqual([])
    expect(h.state(id)).toBe('approved')
  })
})

describe('stopping', () => {
  it('is for the starter, and for whom the caller lets terminate', async () => {
    const h = house(LINE)
    const id = await h.start()
    expect((await refused(h.act({ kind: 'withdraw', by: 2, instanceId: id })))[1]).toBe('FORBIDDEN')
    await h.act({ kind: 'withdraw', by: 1, instanceId: id, comment: 'oops' })
    expect(h.state(id)).toBe('withdrawn')
    expect(results(h, id)).toEqual(['apply withdrawn'])
    expect(await refused(h.act({ kind: 'withdraw', by: 1, instanceId: id }))).toEqual([
      409,
      'ORDER_CLOSED',
      '流程已结束',
    ])
    const other = await h.start()
    await h.act({ kind: 'terminate', by: 5, instanceId: other })
    expect(h.state(other)).toBe('terminated')
    expect((await refused(h.act({ kind: 'terminate', by: 9, instanceId: 99_999 })))[1]).toBe(
      'INSTANCE_NOT_FOUND',
    )
  })
})

describe('giving work to others', () => {
  it('transfers a task and keeps a line of who gave it', async () => {
    const h = house(LINE)
    const id = await h.start({ submit: true })
    await h.act({ kind: 'transfer', by: 2, taskId: h.task(id, 'a').id, to: 5, comment: 'yours' })
    expect(h.whoFor(id, 'a')).toEqual(['5'])
    expect(h.store.tasksOf(id).find(({ result }) => result === 'transferred')).toMatchObject({
      doneBy: 2,
      comment: 'yours',
    })
    expect(h.store.logsOf(id).find(({ kind }) => kind === 'transfer')?.data).toEqual({ from: 2, to: 5 })
    expect((await refused(h.act({ kind: 'agree', by: 2, taskId: h.task(id, 'a').id })))[1]).toBe('FORBIDDEN')
    expect(await h.agreeAll(id, 'a')).toEqual(['b'])
  })

  it('refuses people who are not there, oneself, and a second vote', async () => {
    const h = house(flow('start > a > end', { a: all('user:3,user:4') }))
    const id = await h.start()
    const { id: taskId } = h.task(id, 'a', 3)
    const reasons = []
    for (const to of [77, 3, 4])
      reasons.push((await refused(h.act({ kind: 'transfer', by: 3, taskId, to })))[1])
    expect(reasons).toEqual(['PERSON_NOT_FOUND', 'ACTION_NOT_ALLOWED', 'ACTION_NOT_ALLOWED'])
    await h.act({ kind: 'transfer', by: 3, taskId, to: 5 })
    await h.agree(id, 'a', { by: 5 })
    await h.agree(id, 'a', { by: 4 })
    expect(h.state(id)).toBe('approved')
  })

  it('delegates a task, which comes back with an answer', async () => {
    const h = house(LINE)
    const id = await h.start({ submit: true })
    const { id: taskId } = h.task(id, 'a')
    await h.act({ kind: 'delegate', by: 2, taskId, to: 5 })
    expect(h.whoFor(id, 'a')).toEqual(['5'])
    for (const kind of ['reject', 'returnPrevious', 'returnStarter'] as const) {
      expect((await refused(h.act({ kind, by: 5, taskId })))[1]).toBe('ACTION_NOT_ALLOWED')
    }
    expect((await refused(h.act({ kind: 'delegate', by: 5, taskId, to: 6 })))[1]).toBe('ACTION_NOT_ALLOWED')
    await h.act({ kind: 'disagree', by: 5, taskId, comment: 'hm', variables: { x: 1 } })
    expect(h.whoFor(id, 'a')).toEqual(['2'])
    expect(h.store.tasksOf(id).find(({ doneBy }) => doneBy === 5)).toMatchObject({
      result: 'disagree',
      comment: 'hm',
    })
    expect(await h.agreeAll(id, 'a')).toEqual(['b'])
    expect(h.variables(id)).toEqual({ x: 1 })
  })

  it('delegates a vote, which is counted once the owner gives it', async () => {
    const h = house(flow('start > a > end', { a: all('user:3') }))
    const id = await h.start()
    await h.act({ kind: 'delegate', by: 3, taskId: h.task(id, 'a').id, to: 5 })
    await h.act({ kind: 'disagree', by: 5, taskId: h.task(id, 'a').id })
    expect(h.state(id)).toBe('running')
    await h.agree(id, 'a', { by: 3 })
    expect(h.state(id)).toBe('approved')
  })

  it('hands over what waits for one who leaves; others keep their part', async () => {
    const h = house(flow('start > a > end', { a: { assignee: 'user:2,user:3' } }))
    const id = await h.start()
    const { id: taskId } = h.task(id, 'a')
    await h.act({ kind: 'claim', by: 2, taskId })
    await h.act({ kind: 'handOver', by: 8, taskId, from: 2, to: 6 })
    expect(h.whoFor(id, 'a')).toEqual(['6,3'])
    expect(h.task(id, 'a').claimedBy).toBeNull()
    expect((await refused(h.act({ kind: 'handOver', by: 8, taskId, from: 2, to: 6 })))[1]).toBe(
      'ACTION_NOT_ALLOWED',
    )
  })
})

describe('signers', () => {
  const add = (h: House, id: number, place: 'any' | 'before' | 'after' | 'vote', admins: number[], by = 2) =>
    h.act({ kind: 'addSigner', by, taskId: h.task(id, 'a').id, place, admins })

  it('any: one more who may do it', async () => {
    const h = house(flow('start > a > end'))
    const id = await h.start()
    await add(h, id, 'any', [5])
    expect(h.whoFor(id, 'a')).toEqual(['2,5'])
    await h.agree(id, 'a', { by: 5 })
    expect(h.state(id)).toBe('approved')
  })

  it('before: all of them first, then the task again', async () => {
    const h = house(flow('start > a > b > end', { b: { assignee: 'user:3' } }))
    const id = await h.start()
    await add(h, id, 'before', [5, 6])
    expect(h.whoFor(id, 'a')).toEqual(['5', '6'])
    await h.agree(id, 'a', { by: 6 })
    expect(h.whoFor(id, 'a')).toEqual(['5'])
    await h.agree(id, 'a', { by: 5 })
    expect(h.whoFor(id, 'a')).toEqual(['2'])
    expect(await h.agreeAll(id, 'a')).toEqual(['b'])
    await h.act({ kind: 'returnPrevious', by: 3, taskId: h.task(id, 'b').id })
    expect(h.whoFor(id, 'a')).toEqual(['2'])
  })

  it('after: when the task is done, before the flow goes on', async () => {
    const h = house(flow('start > a > b > end'))
    const id = await h.start()
    await add(h, id, 'after', [5])
    expect(h.whoFor(id, 'a')).toEqual(['2'])
    await h.agree(id, 'a', { by: 2 })
    expect(h.whoFor(id, 'a')).toEqual(['5'])
    expect(await h.agreeAll(id, 'a')).toEqual(['b'])
    await h.act({ kind: 'returnPrevious', by: 2, taskId: h.task(id, 'b').id })
    expect(h.whoFor(id, 'a')).toEqual(['2'])
  })

  it('a signer may reject, too', async () => {
    const h = house(flow('start > a > end'))
    const id = await h.start()
    await add(h, id, 'before', [5, 6])
    await h.act({ kind: 'reject', by: 5, taskId: h.task(id, 'a', 5).id })
    expect(h.state(id)).toBe('rejected')
  })

  it('vote: one more at once, or the next in line', async () => {
    const h = house(flow('start > a > end', { a: all('user:3,user:4') }))
    const id = await h.start()
    await add(h, id, 'vote', [5], 3)
    expect(h.whoFor(id, 'a')).toEqual(['3', '4', '5'])
    for (const by of [3, 4]) await h.agree(id, 'a', { by })
    expect(h.state(id)).toBe('running')
    await h.agree(id, 'a', { by: 5 })
    expect(h.state(id)).toBe('approved')
    const line = house(
      flow('start > a > end', { a: all('user:3,user:4', { countersignType: 'SEQUENTIAL' }) }),
    )
    const other = await line.start()
    await add(line, other, 'vote', [5], 3)
    const order = []
    while (line.open(other).length > 0) {
      order.push(line.whoFor(other, 'a')[0])
      await line.agree(other, 'a')
    }
    expect(order).toEqual(['3', '5', '4'])
  })

  it('does not mix votes and steps, nor ask twice', async () => {
    const h = house(flow('start > a > end', { a: all('user:3,user:4') }))
    const id = await h.start()
    for (const [place, admins] of [
      ['any', [5]],
      ['before', [5]],
      ['after', [5]],
      ['vote', [4]],
    ] as const) {
      expect((await refused(add(h, id, place, [...admins], 3)))[1]).toBe('ACTION_NOT_ALLOWED')
    }
    const plain = house(flow('start > a > end'))
    const other = await plain.start()
    expect((await refused(add(plain, other, 'vote', [5])))[1]).toBe('ACTION_NOT_ALLOWED')
    expect((await refused(add(plain, other, 'any', [])))[1]).toBe('PERSON_NOT_FOUND')
  })

  const remove = (h: House, id: number, admins: number[], by: number) =>
    h.act({ kind: 'removeSigner', by, taskId: h.task(id, 'a', by).id, admins })

  it('are removed only before they voted, and never the last', async () => {
    const h = house(flow('start > a > end', { a: all('user:3,user:4,user:5') }))
    const id = await h.start()
    await h.agree(id, 'a', { by: 4 })
    expect((await refused(remove(h, id, [4], 3)))[1]).toBe('ACTION_NOT_ALLOWED')
    expect((await refused(remove(h, id, [3, 5], 3)))[1]).toBe('ACTION_NOT_ALLOWED')
    await remove(h, id, [5], 3)
    expect(h.whoFor(id, 'a')).toEqual(['3'])
    await h.agree(id, 'a')
    expect(h.state(id)).toBe('approved')
    expect(h.variables(id)).toMatchObject({ nrOfInstances_a: 2 })
  })

  it('are removed from a line before it is their turn', async () => {
    const h = house(
      flow('start > a > end', { a: all('user:3,user:4,user:5', { countersignType: 'SEQUENTIAL' }) }),
    )
    const id = await h.start()
    await remove(h, id, [4], 3)
    expect(await h.agreeAll(id, 'a')).toEqual(['a'])
    expect(h.whoFor(id, 'a')).toEqual(['5'])
  })

  it('are removed from candidates, from beside and from behind', async () => {
    const h = house(flow('start > a > end', { a: { assignee: 'user:2,user:3' } }))
    const id = await h.start()
    expect((await refused(remove(h, id, [2, 3], 2)))[1]).toBe('ACTION_NOT_ALLOWED')
    await remove(h, id, [3], 2)
    expect(h.whoFor(id, 'a')).toEqual(['2'])
    await add(h, id, 'after', [5, 6])
    await remove(h, id, [5], 2)
    await h.agree(id, 'a')
    expect(h.whoFor(id, 'a')).toEqual(['6'])
    const before = house(flow('start > a > end'))
    const other = await before.start()
    await add(before, other, 'before', [5, 6])
    await remove(before, other, [6], 5)
    expect(before.whoFor(other, 'a')).toEqual(['5'])
  })
})

describe('beside the flow', () => {
  it('asks others for their opinion', async () => {
    const h = house(flow('start > a > b > end'))
    const id = await h.start()
    await h.act({ kind: 'assist', by: 2, taskId: h.task(id, 'a').id, admins: [5, 6] })
    const opinion = h.task(id, 'a', 5)
    expect(opinion.kind).toBe('Aidant')
    expect((await refused(h.act({ kind: 'reject', by: 5, taskId: opinion.id })))[1]).toBe(
      'ACTION_NOT_ALLOWED',
    )
    await h.act({ kind: 'agree', by: 2, taskId: h.task(id, 'a', 2).id })
    expect(h.open(id)).toEqual(['a', 'a', 'b'])
    await h.act({ kind: 'disagree', by: 5, taskId: opinion.id, comment: 'hm' })
    await h.agree(id, 'b')
    expect(h.state(id)).toBe('approved')
    expect(h.store.tasksOf(id).map(({ result }) => result)).toEqual([
      'agree',
      'disagree',
      'cancelled',
      'agree',
    ])
  })

  it('gives it to people to read: the starter, who takes part, and the definition', async () => {
    const h = house(
      flow('start > a > b > end', { a: { assignee: 'user:2', field: { ccUsers: 'role:boss' } } }),
    )
    const id = await h.start()
    await h.act({ kind: 'copy', by: 1, instanceId: id, admins: [7] })
    await h.act({
      kind: 'copy',
      by: 2,
      instanceId: id,
      taskId: h.task(id, 'a').id,
      admins: [8],
      comment: 'see',
    })
    expect((await refused(h.act({ kind: 'copy', by: 5, instanceId: id, admins: [7] })))[1]).toBe('FORBIDDEN')
    await h.agree(id, 'a')
    const copies = h.store.copiesOf(id).map(({ adminId, fromId }) => [adminId, fromId])
    expect(copies).toEqual([
      [7, 1],
      [8, 2],
      [3, 0],
      [4, 0],
    ])
    await h.agree(id, 'b')
    await h.act({ kind: 'copy', by: 1, instanceId: id, admins: [6] })
  })

  it('urges, at most once in ten minutes for each task', async () => {
    const h = house(
      flow('start > fork; fork > a > join; fork > b > join; join > end', { b: { assignee: 'role:boss' } }),
    )
    const id = await h.start()
    expect((await refused(h.act({ kind: 'urge', by: 2, instanceId: id })))[1]).toBe('FORBIDDEN')
    await h.act({ kind: 'urge', by: 1, instanceId: id, taskId: h.task(id, 'a').id })
    expect(
      (await refused(h.act({ kind: 'urge', by: 1, instanceId: id, taskId: h.task(id, 'a').id })))[0],
    ).toBe(429)
    h.later(9)
    await h.act({ kind: 'urge', by: 1, instanceId: id })
    expect((await refused(h.act({ kind: 'urge', by: 1, instanceId: id })))[0]).toBe(429)
    h.later(1)
    await h.act({ kind: 'urge', by: 1, instanceId: id })
    const urged = h.store.notices
      .filter(({ mark }) => mark === 'taskUrged')
      .map(({ receivers }) => receivers[0]?.id)
    expect(urged).toEqual(['2', 'boss', '2'])
  })
})

describe('a command that is refused', () => {
  it('leaves no trace', async () => {
    const h = house(flow('start > a > auto > end', { auto: { clazz: 'gone' } }))
    const id = await h.start()
    const before = snapshot(h.store, id)
    const { id: taskId } = h.task(id, 'a')
    await refused(h.agree(id, 'a', { variables: { x: 1 } }))
    await refused(h.act({ kind: 'returnPrevious', by: 2, taskId }))
    await refused(h.act({ kind: 'jump', by: 9, instanceId: id, node: 'auto' }))
    expect(snapshot(h.store, id)).toBe(before)
  })
})
