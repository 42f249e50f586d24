import { describe, expect, it, vi } from 'vitest'
import { refuse } from '#kit/shared/errors.ts'
import { all, flow, house, refused, snapshot } from './testing.ts'

describe('how tokens move', () => {
  it('goes through tasks one after the other and is approved at the end', async () => {
    const h = house(flow('start > a > b > end'))
    const id = await h.start()
    expect(h.open(id)).toEqual(['a'])
    expect(await h.agreeAll(id, 'a')).toEqual(['b'])
    expect(h.state(id)).toBe('running')
    expect(await h.agreeAll(id, 'b')).toEqual([])
    expect(h.state(id)).toBe('approved')
    expect(h.instance(id).endTime).toEqual(h.clock.now)
    expect(h.taken(id)).toEqual(['start_a', 'a_b', 'b_end'])
    expect(h.heard).toEqual([
      [id, null, 'running'],
      [id, 'running', 'approved'],
    ])
  })

  it('writes down what was entered, left and taken, and no more', async () => {
    const h = house(flow('start > a > decide; decide >[n > 1] b > end; decide > end'))
    const id = await h.start({ variables: { n: 0 } })
    await h.agree(id, 'a')
    const kinds = h.store.logsOf(id).map(({ kind, node, edge }) => [kind, edge || node].join(' ').trim())
    expect(kinds).toEqual([
      'start',
      'enter start',
      'leave start',
      'take start_a',
      'enter a',
      'taskMade a',
      'taskDone a',
      'leave a',
      'take a_decide',
      'enter decide',
      'leave decide',
      'take decide_end',
      'enter end',
      'leave end',
      'end',
    ])
  })

  it('leaves a node by every way that is open: an implicit fork', async () => {
    const h = house(flow('start > a; a >[n > 1] b > end; a > c > end; a >[n > 9] d > end'))
    const id = await h.start({ variables: { n: 5 } })
    expect(await h.agreeAll(id, 'a')).toEqual(['b', 'c'])
    await h.agree(id, 'b')
    expect(h.state(id)).toBe('running')
    await h.agree(id, 'c')
    expect(h.state(id)).toBe('approved')
  })

  it('refuses to lose a token where no way is open', async () => {
    const h = house(flow('start > a; a >[n > 1] b > end'))
    const id = await h.start({ variables: { n: 0 } })
    const before = snapshot(h.store, id)
    expect(await refused(h.agree(id, 'a'))).toEqual([422, 'NO_BRANCH', '节点「a」没有符合条件的分支'])
    expect(snapshot(h.store, id)).toBe(before)
  })

  it('does not end before the last of several branches has ended', async () => {
    const h = house(flow('start > fork; fork > a > end; fork > b > end2'))
    const id = await h.start()
    await h.agree(id, 'a')
    expect(h.state(id)).toBe('running')
    await h.agree(id, 'b')
    expect(h.state(id)).toBe('approved')
  })

  it('asks for opinions without waiting for them, and closes them at the end', async () => {
    const h = house(flow('start > a; a > x; a > b > end', { x: { assignee: 'user:5', taskType: 'Aidant' } }))
    const id = await h.start()
    expect(await h.agreeAll(id, 'a')).toEqual(['b', 'x'])
    await h.agree(id, 'b')
    expect(h.state(id)).toBe('approved')
    expect(h.store.tasksOf(id).find(({ node }) => node === 'x')).toMatchObject({
      state: 'done',
      result: 'cancelled',
      doneBy: null,
    })
  })

  it('takes an opinion and its values, and moves nothing by it', async () => {
    const h = house(flow('start > a; a > x; a > b > end', { x: { assignee: 'user:5', taskType: 'Aidant' } }))
    const id = await h.start()
    await h.agree(id, 'a')
    await h.agree(id, 'x', { comment: 'fine', variables: { seen: true } })
    expect(h.open(id)).toEqual(['b'])
    expect(h.variables(id)).toEqual({ seen: true })
  })

  it('gives up after 5 000 nodes in one action', async () => {
    const h = house(
      flow('start > a > decide; decide >[true] auto > decide; decide > end', { auto: { clazz: 'noop' } }),
      { handlers: { action: { noop: () => null } } },
    )
    const id = await h.start()
    const before = snapshot(h.store, id)
    expect((await refused(h.agree(id, 'a')))[1]).toBe('LOOP')
    expect(snapshot(h.store, id)).toBe(before)
  })
})

describe('decisions', () => {
  const drawn = (properties = {}) =>
    flow('start > decide; decide > c > end; decide >[n > 5] a > end; decide >[n > 1] b > end', {
      decide: properties,
    })

  it.each([
    [9, 'a'],
    [3, 'b'],
    [0, 'c'],
  ])('takes the first way that holds, the default last: %i goes to %s', async (n, node) => {
    const h = house(drawn())
    expect(h.open(await h.start({ variables: { n } }))).toEqual([node])
  })

  it('goes by the name its expression yields, before its handler', async () => {
    const h = house(drawn({ expr: "n > 5 ? 'decide_c' : 'decide_b'", handleClass: 'never' }))
    expect(h.open(await h.start({ variables: { n: 9 } }))).toEqual(['c'])
    expect(h.open(await h.start({ variables: { n: 0 } }))).toEqual(['b'])
  })

  it('goes by the name its handler answers, before the conditions', async () => {
    const h = house(drawn({ handleClass: 'pick' }), { handlers: { decision: { pick: () => 'decide_c' } } })
    expect(h.open(await h.start({ variables: { n: 9 } }))).toEqual(['c'])
  })

  it.each([
    ['an empty text', "''", {}],
    ['null', 'way', { way: null }],
  ])('%s as its answer names no way: nothing starts', async (_what, expr, variables) => {
    const h = house(drawn({ expr, handleClass: 'pick' }), {
      handlers: { decision: { pick: () => 'decide_c' } },
    })
    expect((await refused(h.start({ variables: { n: 9, ...variables } })))[1]).toBe('NO_BRANCH')
    expect(h.store.notices).toEqual([])
  })

  it('a handler that answers nothing names no way either', async () => {
    const h = house(drawn({ handleClass: 'pick' }), { handlers: { decision: { pick: () => null } } })
    expect((await refused(h.start({ variables: { n: 9 } })))[1]).toBe('NO_BRANCH')
  })

  it('knows a way by the name it had before an import', async () => {
    const process = drawn({ expr: 'way' })
    const edge = process.edges.find(({ id }) => id === 'decide_b')
    if (edge !== undefined) edge.properties = { ...edge.properties, name: '同意' }
    const h = house(process)
    expect(h.open(await h.start({ variables: { n: 0, way: '同意' } }))).toEqual(['b'])
  })

  it('undoes the action where nothing fits', async () => {
    const h = house(flow('start > a > decide; decide >[n > 5] b > end'))
    const id = await h.start({ variables: { n: 1 } })
    const before = snapshot(h.store, id)
    expect(await refused(h.agree(id, 'a'))).toEqual([
      422,
      'NO_BRANCH',
      '决策节点「decide」没有符合条件的分支',
    ])
    expect(snapshot(h.store, id)).toBe(before)
    await h.agree(id, 'a', { variables: { n: 6 } })
    expect(h.open(id)).toEqual(['b'])
  })

  it('says which expression fails', async () => {
    const h = house(flow('start > decide; decide >[missing > 5] b > end; decide > end'))
    expect(await refused(h.start())).toEqual([422, 'EXPR_ERROR', '表达式执行失败'])
  })
})

describe('automatic steps and interceptors', () => {
  it('calls a registered action with its variables and keeps what it answers', async () => {
    const seen: unknown[] = []
    const h = house(
      flow('start > auto > a > end', { auto: { clazz: 'post', args: 'x, y', var: 'voucher' } }),
      {
        handlers: {
          action: {
            post: ({ args }) => {
              seen.push(...args)
              return 'V1'
            },
          },
        },
      },
    )
    const id = await h.start({ variables: { x: 7, y: 'z' } })
    expect(seen).toEqual([7, 'z'])
    expect(h.variables(id)).toMatchObject({ voucher: 'V1' })
    const action = h.store.logsOf(id).find(({ kind }) => kind === 'action')
    expect(action).toMatchObject({ node: 'auto', data: { result: 'V1' } })
  })

  it('undoes everything when a handler throws, and passes on what it says to people', async () => {
    const h = house(flow('start > a > auto > end', { auto: { clazz: 'post' } }), {
      handlers: {
        action: {
          post: () => {
            throw new Error('down')
          },
        },
      },
    })
    const id = await h.start()
    const before = snapshot(h.store, id)
    expect(await refused(h.agree(id, 'a'))).toEqual([422, 'HANDLER_FAILED', '自动节点「auto」执行失败'])
    expect(snapshot(h.store, id)).toBe(before)
  })

  it('lets a handler say itself why it refuses', async () => {
    const post = async () => {
      throw refuse('库存不足')
    }
    const h = house(flow('start > auto > end', { auto: { clazz: 'post' } }), {
      handlers: { action: { post } },
    })
    await expect(h.start()).rejects.toThrow('库存不足')
  })

  it('waits five seconds for a handler, no longer', async () => {
    vi.useFakeTimers()
    const post = () => new Promise(() => undefined)
    const h = house(flow('start > auto > end', { auto: { clazz: 'post' } }), {
      handlers: { action: { post } },
    })
    const late = refused(h.start())
    await vi.advanceTimersByTimeAsync(4999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect((await late)[1]).toBe('HANDLER_FAILED')
    vi.useRealTimers()
  })

  it('names a handler nobody registered', async () => {
    const h = house(flow('start > auto > end', { auto: { clazz: 'gone' } }))
    expect(await refused(h.start())).toEqual([422, 'HANDLER_MISSING', '处理器「gone」未注册'])
  })

  it('runs interceptors when a node is entered and when it is done, those of the process around all', async () => {
    const seen: string[] = []
    const note: (mark: string) => (context: { node: { id: string } }) => void = (mark) => (context) => {
      seen.push(`${mark} ${context.node.id}`)
    }
    const h = house(
      flow('start > a > end', {
        '': { preInterceptors: 'before', postInterceptors: 'after' },
        a: { assignee: 'user:2', preInterceptors: 'in', postInterceptors: 'out' },
        end: { preInterceptors: 'in', postInterceptors: 'out' },
      }),
      {
        handlers: {
          interceptor: { before: note('before'), after: note('after'), in: note('in'), out: note('out') },
        },
      },
    )
    const id = await h.start()
    expect(seen).toEqual(['before ', 'in a'])
    await h.agree(id, 'a')
    expect(seen.slice(2)).toEqual(['out a', 'in end', 'out end', 'after '])
  })
})

describe('joins', () => {
  it('waits for all branches', async () => {
    const h = house(flow('start > fork; fork > a > join; fork > b > join; join > c > end'))
    const id = await h.start()
    expect(await h.agreeAll(id, 'a')).toEqual(['b'])
    expect(await h.agreeAll(id, 'b')).toEqual(['c'])
    expect(h.taken(id).filter((edge) => edge === 'join_c')).toHaveLength(1)
  })

  it('nests: the inner join before the outer, whatever ends first', async () => {
    const text =
      'start > fork1; fork1 > x > join1; fork1 > fork2; fork2 > a > join2; fork2 > b > join2; join2 > c > join1; join1 > d > end'
    for (const order of [
      ['x', 'a', 'b', 'c'],
      ['a', 'b', 'c', 'x'],
      ['a', 'x', 'b', 'c'],
      ['b', 'a', 'x', 'c'],
    ]) {
      const h = house(flow(text))
      const id = await h.start()
      expect(await h.agreeAll(id, ...order)).toEqual(['d'])
      expect(h.taken(id).filter((edge) => edge.startsWith('join'))).toHaveLength(2)
    }
  })

  it('is one for several forks', async () => {
    const h = house(
      flow(
        'start > fork1; fork1 > a > join; fork1 > fork2; fork2 > b > join; fork2 > c > join; join > d > end',
      ),
    )
    const id = await h.start()
    expect(await h.agreeAll(id, 'b', 'a')).toEqual(['c'])
    expect(await h.agreeAll(id, 'c')).toEqual(['d'])
  })

  it('may be two for one fork', async () => {
    const h = house(
      flow(
        'start > fork; fork > a > join1; fork > b > join1; fork > c > join2; join1 > d > join2; join2 > e > end',
      ),
    )
    const id = await h.start()
    expect(await h.agreeAll(id, 'c', 'a')).toEqual(['b'])
    expect(await h.agreeAll(id, 'b')).toEqual(['d'])
    expect(await h.agreeAll(id, 'd')).toEqual(['e'])
  })

  it('waits for a loop inside a branch', async () => {
    const h = house(
      flow(
        'start > fork; fork > a > decide; decide >[again] a; decide > join; fork > b > join; join > c > end',
      ),
    )
    const id = await h.start({ variables: { again: true } })
    expect(await h.agreeAll(id, 'b', 'a', 'a')).toEqual(['a'])
    await h.agree(id, 'a', { variables: { again: false } })
    expect(h.open(id)).toEqual(['c'])
  })

  it('does not wait for a branch that skips it', async () => {
    const h = house(
      flow(
        'start > fork; fork > a > decide; decide >[skip] x > end; decide > join; fork > b > join; join > c > end',
      ),
    )
    const id = await h.start({ variables: { skip: true } })
    expect(await h.agreeAll(id, 'b')).toEqual(['a'])
    expect(await h.agreeAll(id, 'a')).toEqual(['c', 'x'])
    await h.agreeAll(id, 'x', 'c')
    expect(h.state(id)).toBe('approved')
  })

  it('is passed again in a loop back over the whole construction', async () => {
    const h = house(
      flow(
        'start > fork; fork > a > join; fork > b > join; join > c > decide; decide >[again] fork; decide > end',
      ),
    )
    const id = await h.start({ variables: { again: true } })
    expect(await h.agreeAll(id, 'a', 'b')).toEqual(['c'])
    expect(await h.agreeAll(id, 'c')).toEqual(['a', 'b'])
    expect(await h.agreeAll(id, 'b', 'a')).toEqual(['c'])
    await h.agree(id, 'c', { variables: { again: false } })
    expect(h.state(id)).toBe('approved')
  })

  it('follows sub-processes only', async () => {
    const h = house(
      flow(
        'start > fork; fork > sub1 > join; fork > sub2 > join; join > c > end',
        {},
        {
          sub1: 'start1 > a > end1',
          sub2: 'start2 > b > end2',
        },
      ),
    )
    const id = await h.start()
    expect(h.open(id)).toEqual(['a', 'b'])
    expect(await h.agreeAll(id, 'a')).toEqual(['b'])
    expect(await h.agreeAll(id, 'b')).toEqual(['c'])
  })

  it('lets the one waited at longest go where two wait for each other', async () => {
    const h = house(
      flow(
        'start > fork; fork > a > join1; fork > b > join2; join1 > decide1; decide1 >[x] join2; decide1 > end; join2 > decide2; decide2 >[x] join1; decide2 > end',
      ),
    )
    const id = await h.start({ variables: { x: false } })
    expect(await h.agreeAll(id, 'b', 'a')).toEqual([])
    expect(h.state(id)).toBe('approved')
    expect(h.taken(id).filter((edge) => edge.startsWith('join'))).toEqual(['join2_decide2', 'join1_decide1'])
  })

  it('waits for votes of a branch', async () => {
    const h = house(
      flow('start > fork; fork > a > join; fork > b > join; join > end', { b: all('user:3,user:4') }),
    )
    const id = await h.start()
    await h.agree(id, 'a')
    await h.agree(id, 'b', { by: 3 })
    expect(h.state(id)).toBe('running')
    await h.agree(id, 'b', { by: 4 })
    expect(h.state(id)).toBe('approved')
  })
})
