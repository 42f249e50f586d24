import { describe, expect, it } from 'vitest'
import { flow, house, refused } from './testing.ts'

const INLINE = flow(
  'start > a > sub > b > end',
  { sub: { outVars: 'x,missing' } },
  { sub: 'start1 > c > end1' },
)

const CALLER = (more = {}) => [
  flow('start > call > b > end', { call: { form: 'q', ...more } }),
  { ...flow('start > c > end'), name: 'q', displayName: 'Q' },
]

describe('sub-processes', () => {
  it('run inline as an instance of their own and hand back what they were told to', async () => {
    const h = house(INLINE)
    const id = await h.start({ variables: { x: 1, y: 1 } })
    expect(await h.agreeAll(id, 'a')).toEqual(['c'])
    const child = h.instance(h.task(id, 'c').instanceId)
    expect(child).toMatchObject({
      rootId: id,
      parentId: id,
      parentNode: 'sub',
      scope: 'sub',
      depth: 1,
      starterId: 2,
      number: 'LC2',
      variables: { x: 1, y: 1 },
    })
    await h.agree(id, 'c', { variables: { x: 2, y: 2 } })
    expect(h.open(id)).toEqual(['b'])
    expect(h.state(child.id)).toBe('approved')
    expect(h.variables(id)).toEqual({ x: 2, y: 1, childState_sub: 'approved' })
    expect(h.heard).toHaveLength(1)
  })

  it('call another process', async () => {
    const h = house(CALLER())
    const id = await h.start()
    expect(h.open(id)).toEqual(['c'])
    const child = h.instance(h.task(id, 'c').instanceId)
    expect(child).toMatchObject({ processName: 'q', definitionId: 2, scope: '' })
    expect(await h.agreeAll(id, 'c')).toEqual(['b'])
  })

  it('end at once when nobody has to do anything in them', async () => {
    const h = house([CALLER()[0] ?? INLINE, { ...flow('start > end'), name: 'q', displayName: 'Q' }])
    const id = await h.start()
    expect(h.open(id)).toEqual(['b'])
    expect(h.variables(id)).toEqual({ childState_call: 'approved' })
  })

  it('take the parent with them when they are rejected, unless it is to go on', async () => {
    const h = house(CALLER())
    const id = await h.start()
    await h.act({ kind: 'reject', by: 2, taskId: h.task(id, 'c').id })
    expect(h.state(id)).toBe('rejected')
    const on = house(CALLER({ subFailPolicy: 'continue' }))
    const other = await on.start()
    await on.act({ kind: 'reject', by: 2, taskId: on.task(other, 'c').id })
    expect(on.open(other)).toEqual(['b'])
    expect(on.variables(other)).toEqual({ childState_call: 'rejected' })
  })

  it('may be terminated by themselves', async () => {
    const h = house(CALLER({ subFailPolicy: 'continue' }))
    const id = await h.start()
    await h.act({ kind: 'terminate', by: 9, instanceId: h.task(id, 'c').instanceId })
    expect(h.open(id)).toEqual(['b'])
  })

  it('end with their parent, all the way down', async () => {
    const h = house([
      flow('start > call > end', { call: { form: 'q' } }),
      { ...flow('start > call > end', { call: { form: 'r' } }), name: 'q', displayName: 'Q' },
      { ...flow('start > c > end'), name: 'r', displayName: 'R' },
    ])
    const id = await h.start()
    const { instanceId } = h.task(id, 'c')
    await h.act({ kind: 'terminate', by: 9, instanceId: id })
    expect([h.state(id), h.state(h.instance(instanceId).parentId ?? 0), h.state(instanceId)]).toEqual([
      'terminated',
      'terminated',
      'terminated',
    ])
    expect(h.store.tasksOf(instanceId)[0]).toMatchObject({ state: 'done', result: 'cancelled' })
  })

  it('must be deployed', async () => {
    const h = house(flow('start > a > call > end', { call: { form: 'gone' } }))
    const id = await h.start()
    expect(await refused(h.agree(id, 'a'))).toEqual([422, 'SUB_NOT_FOUND', '子流程「gone」未部署或已停用'])
    expect(h.open(id)).toEqual(['a'])
  })

  it('lie at most ten deep', async () => {
    const h = house([
      flow('start > a > call > end', { call: { form: 'q' } }),
      { ...flow('start > call > end', { call: { form: 'q' } }), name: 'q', displayName: 'Q' },
    ])
    const id = await h.start()
    expect((await refused(h.agree(id, 'a')))[1]).toBe('SUB_DEPTH')
    expect(h.open(id)).toEqual(['a'])
  })

  it('nest inline too', async () => {
    const h = house(
      flow('start > sub1 > end', {}, { sub1: 'start1 > sub2 > end1', sub2: 'start2 > c > end2' }),
    )
    const id = await h.start()
    await h.agree(id, 'c')
    expect(h.state(id)).toBe('approved')
  })

  it('have deadlines and numbers of their own', async () => {
    const h = house(
      flow(
        'start > sub > end',
        { sub: { expireTime: '60', instanceNoClass: 'own' } },
        { sub: 'start1 > c > end1' },
      ),
    )
    const id = await h.start()
    const child = h.instance(h.task(id, 'c').instanceId)
    expect(child).toMatchObject({ number: 'own2', expireTime: new Date(h.clock.now.getTime() + 3_600_000) })
  })

  it('are started by the one whose action began them, or the starter where nobody acted', async () => {
    const h = house(
      flow(
        'start > a > sub > end',
        { a: { assignee: 'user:2', expireTime: '10', autoExecute: 'Y' } },
        { sub: 'start1 > c > end1' },
      ),
    )
    const id = await h.start()
    h.later(11)
    await h.ring(id)
    expect(h.instance(h.task(id, 'c').instanceId).starterId).toBe(1)
  })
})
