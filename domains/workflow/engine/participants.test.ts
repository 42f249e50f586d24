import { describe, expect, it } from 'vitest'
import { all, flow, house, refused } from './testing.ts'

/** Who is asked on node `a` with these properties. */
async function asked(a: Record<string, unknown>, given: Parameters<typeof house>[1] = {}, variables = {}) {
  const h = house(flow('start > a > end', { a }), given)
  return h.whoFor(await h.start({ variables }), 'a')
}

describe('participants', () => {
  it.each([
    ['applicant', '1'],
    ['user:3', '3'],
    ['role:boss', 'role:boss'],
    ['dept:1', 'dept:1'],
    ['boss', 'role:boss'],
    ['3', '3'],
    ['user:3, user:3,user:4', '3,4'],
    ['who', '5'],
    ['task1.operator', '6'],
    ['list', '3,4'],
    ['text', '3,role:clerk'],
    [`\${who}`, '5'],
    ['#who', '5'],
    [`\${amount > 5 ? 'user:3' : 'user:4'},user:6`, '3,6'],
  ])('reads %s', async (assignee, expected) => {
    const variables = { who: 5, 'task1.operator': 'user:6', list: [3, '4'], text: '3,role:clerk', amount: 9 }
    expect(await asked({ assignee }, {}, variables)).toEqual([expected])
  })

  it('asks its rule when there is no assignee', async () => {
    const handlers = { assignment: { chief: () => ['user:3', 4, { kind: 'role', id: 'clerk' }] } }
    expect(await asked({ assignee: '', assignmentHandler: 'chief' }, { handlers })).toEqual([
      '3,4,role:clerk',
    ])
  })

  it('leaves out who is disabled', async () => {
    const people = [{ id: 1 }, { id: 3, disabled: true }, { id: 4 }]
    expect(await asked({ assignee: 'user:3,user:4' }, { people })).toEqual(['4'])
  })

  it('takes an unknown name for nobody', async () => {
    expect(await refused(asked({ assignee: 'ghost' }))).toEqual([422, 'NO_ACTOR', '任务「a」没有找到参与者'])
  })

  it('gives what waits for nobody to the administrators, to anyone, or lets it pass', async () => {
    const admin = { options: { emptyActorPolicy: 'admin' as const }, admins: [8] }
    expect(await asked({ assignee: '' }, admin)).toEqual(['8'])
    expect(await asked({ assignee: '', field: { emptyActorPolicy: 'anyone' } })).toEqual([''])
    const h = house(
      flow('start > a > b > end', { a: { assignee: '', field: { emptyActorPolicy: 'autoPass' } } }),
    )
    const id = await h.start()
    expect(h.open(id)).toEqual(['b'])
    expect(h.store.tasksOf(id)[0]).toMatchObject({ node: 'a', state: 'done', result: 'auto', doneBy: null })
  })

  it('lets anyone with an identity do what is for anyone', async () => {
    const h = house(flow('start > a > end', { a: { assignee: '', field: { emptyActorPolicy: 'anyone' } } }))
    const id = await h.start()
    const { id: taskId } = h.task(id, 'a')
    expect((await refused(h.act({ kind: 'agree', by: 77, taskId })))[1]).toBe('FORBIDDEN')
    await h.act({ kind: 'agree', by: 7, taskId })
    expect(h.state(id)).toBe('approved')
  })

  it('does not ask the starter again, nor who approved already', async () => {
    const skipStarter = { options: { sameActorPolicy: 'skipStarter' as const } }
    expect(await asked({ assignee: 'user:1,user:2' }, skipStarter)).toEqual(['2'])
    const h = house(
      flow('start > apply > a > b > c > end', {
        apply: { assignee: 'applicant' },
        b: { assignee: 'user:2' },
        c: { assignee: 'role:boss', field: { sameActorPolicy: 'none' } },
      }),
      { options: { sameActorPolicy: 'skipApproved' } },
    )
    const id = await h.start({ submit: true })
    expect(await h.agreeAll(id, 'a')).toEqual(['c'])
    expect(h.store.tasksOf(id).map(({ node, result }) => `${node} ${result}`)).toEqual([
      'apply agree',
      'a agree',
      'b auto',
      'c null',
    ])
  })

  it('asks a group unless everybody in it need not be asked', async () => {
    const options = { sameActorPolicy: 'skipStarter' as const }
    expect(await asked({ assignee: 'role:boss' }, { options })).toEqual(['role:boss'])
    const h = house(flow('start > a > b > end', { a: { assignee: 'role:clerk' } }), { options })
    expect(h.open(await h.start({ by: 2 }))).toEqual([])
  })

  it('counts approvals anew after work was handed back', async () => {
    const h = house(
      flow('start > apply > a > b > end', { apply: { assignee: 'applicant' }, b: { assignee: 'user:3' } }),
      {
        options: { sameActorPolicy: 'skipApproved' },
      },
    )
    const id = await h.start({ submit: true })
    await h.agree(id, 'a')
    await h.act({ kind: 'returnStarter', by: 3, taskId: h.task(id, 'b').id })
    expect(await h.agreeAll(id, 'apply')).toEqual(['a'])
  })

  it('adds whom a person gave their work to beside them, chains to their end', async () => {
    const delegations = [
      { from: 3, to: 4 },
      { from: 4, to: 5 },
      { from: 5, to: 3 },
      { from: 3, to: 6, process: 'p' },
    ]
    expect(await asked({ assignee: 'user:3' }, { delegations })).toEqual(['3,6'])
    expect(await asked({ assignee: 'user:4' }, { delegations })).toEqual(['4,6'])
    const h = house(flow('start > a > end', { a: all('user:3,user:2') }), { delegations })
    const id = await h.start()
    expect(h.whoFor(id, 'a')).toEqual(['3,6', '2'])
    await h.agree(id, 'a', { by: 6 })
    await h.agree(id, 'a', { by: 2 })
    expect(h.state(id)).toBe('approved')
  })
})

describe('chosen people', () => {
  const drawn = flow('start > a > b > end', {
    b: { assignee: 'role:boss', field: { candidateGroups: 'boss', candidateUsers: 'user:5' } },
  })

  it('come before the assignee, for every later round too', async () => {
    const h = house(drawn)
    const id = await h.start({ chosen: { b: [4] } })
    await h.agree(id, 'a')
    expect(h.whoFor(id, 'b')).toEqual(['4'])
  })

  it('may be named by the one before', async () => {
    const h = house(drawn)
    const id = await h.start()
    await h.agree(id, 'a', { chosen: { b: [5, 3] } })
    expect(h.whoFor(id, 'b')).toEqual(['5,3'])
  })

  it('must be among the candidates, and asked for by the node', async () => {
    const h = house(drawn)
    expect(await refused(h.start({ chosen: { b: [6] } }))).toEqual([
      422,
      'CHOICE_NOT_ALLOWED',
      '所选人员不在节点「b」的可选范围内',
    ])
    expect((await refused(h.start({ chosen: { a: [2] } })))[1]).toBe('CHOICE_NOT_ALLOWED')
  })

  it('cannot be set as if they were values', async () => {
    const h = house(drawn)
    const id = await h.start({ variables: { 'snaker.chosen': { a: [6] } } })
    expect(h.whoFor(id, 'a')).toEqual(['2'])
    await h.agree(id, 'a', { variables: { 'snaker.chosen': { b: [6] } } })
    expect(h.whoFor(id, 'b')).toEqual(['role:boss'])
  })

  it('may come from a registered rule', async () => {
    const h = house(flow('start > a > end', { a: { assignee: '', field: { candidateHandler: 'team' } } }), {
      handlers: { candidate: { team: () => [6, 7] } },
    })
    expect(h.whoFor(await h.start({ chosen: { a: [7] } }), 'a')).toEqual(['7'])
  })
})

describe('who may act', () => {
  it('is listed, in the role, department or post at that moment, or may act on everything', async () => {
    const h = house(flow('start > a > end', { a: { assignee: 'role:boss' } }))
    for (const by of [3, 4, 9]) {
      const id = await h.start()
      await h.act({ kind: 'agree', by, taskId: h.task(id, 'a').id })
      expect(h.state(id)).toBe('approved')
    }
    const id = await h.start()
    for (const by of [1, 2, 77]) {
      expect(await refused(h.act({ kind: 'agree', by, taskId: h.task(id, 'a').id }))).toEqual([
        422,
        'FORBIDDEN',
        '您无权处理该任务',
      ])
    }
  })

  it('tells a closed task from one that was never there', async () => {
    const h = house(flow('start > a > b > end'))
    const id = await h.start()
    const { id: taskId } = h.task(id, 'a')
    await h.agree(id, 'a')
    expect(await refused(h.act({ kind: 'agree', by: 2, taskId }))).toEqual([
      409,
      'TASK_CLOSED',
      '任务已被处理',
    ])
    await h.agree(id, 'b')
    expect((await refused(h.act({ kind: 'agree', by: 2, taskId })))[1]).toBe('TASK_CLOSED')
    expect((await refused(h.act({ kind: 'agree', by: 2, taskId: 99_999 }))).slice(0, 2)).toEqual([
      404,
      'TASK_NOT_FOUND',
    ])
  })
})
