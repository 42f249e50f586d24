import { describe, expect, it } from 'vitest'
import { all, flow, house } from './testing.ts'

describe('time', () => {
  it('reminds at first, then again and again, ten times at most', async () => {
    const h = house(
      flow('start > a > end', { a: { assignee: 'user:2', reminderTime: 'PT1H', reminderRepeat: '30' } }),
    )
    const id = await h.start()
    expect(await h.ring(id)).toBe(0)
    h.later(60)
    for (let rung = 0; rung < 20; rung++) {
      await h.ring(id)
      h.later(30)
    }
    const reminders = h.store.notices.filter(({ mark }) => mark === 'taskReminder')
    expect(reminders).toHaveLength(10)
    expect(new Set(reminders.map(({ source }) => source)).size).toBe(10)
    expect(h.store.world(id).timers).toEqual([])
  })

  it('counts from when a reminder was due, not from when it was sent; what was missed is not made up for', async () => {
    const h = house(
      flow('start > a > end', { a: { assignee: 'user:2', reminderTime: 'PT1H', reminderRepeat: '30' } }),
    )
    const id = await h.start()
    const due = () => h.store.world(id).timers[0]?.due.toISOString()
    expect(due()).toBe('2026-01-01T01:00:00.000Z')
    h.later(67)
    await h.ring(id)
    expect(due()).toBe('2026-01-01T01:30:00.000Z')
    h.later(100)
    await h.ring(id)
    expect(due()).toBe('2026-01-01T03:00:00.000Z')
    expect(h.store.notices.filter(({ mark }) => mark === 'taskReminder')).toHaveLength(2)
  })

  it('reminds once where nothing is repeated, and no more when the task is done', async () => {
    const h = house(flow('start > a > b > end', { a: { assignee: 'user:2', reminderTime: '60' } }))
    const id = await h.start()
    h.later(61)
    expect([await h.ring(id), await h.ring(id)]).toEqual([1, 0])
    const other = await h.start()
    await h.agree(other, 'a')
    h.later(61)
    expect(await h.ring(other)).toBe(0)
  })

  it('marks what passed its deadline, stops reminding, and calls back once', async () => {
    const called: unknown[] = []
    const h = house(
      flow('start > a > end', {
        a: {
          assignee: 'user:2',
          expireTime: 'PT2H',
          reminderTime: 'PT1H',
          reminderRepeat: '30',
          callback: 'late',
        },
      }),
      { handlers: { callback: { late: ({ args }) => void called.push(args) } } },
    )
    const id = await h.start()
    const { id: taskId, deadline } = h.task(id, 'a')
    expect(deadline).toEqual(new Date('2026-01-01T02:00:00Z'))
    for (let rung = 0; rung < 10; rung++) {
      h.later(30)
      await h.ring(id)
    }
    expect(h.task(id, 'a').overdue).toBe(true)
    expect(called).toEqual([[taskId, []]])
    const marks = h.store.notices.map(({ mark }) => mark)
    expect(marks).toEqual(['taskArrived', 'taskReminder', 'taskReminder', 'taskOverdue'])
    await h.agree(id, 'a')
    expect(h.state(id)).toBe('approved')
  })

  it('completes a task by itself at its deadline and hands its callback what came of it', async () => {
    const called: unknown[] = []
    const h = house(
      flow('start > a > b > end', {
        a: { assignee: 'user:2', expireTime: '60', autoExecute: 'Y', callback: 'done' },
      }),
      { handlers: { callback: { done: ({ args, task }) => void called.push(args, task?.result) } } },
    )
    const id = await h.start()
    await h.act({ kind: 'claim', by: 2, taskId: h.task(id, 'a').id })
    h.later(60)
    await h.ring(id)
    expect(h.open(id)).toEqual(['b'])
    expect(h.store.tasksOf(id)[0]).toMatchObject({ result: 'auto', doneBy: null, overdue: true })
    expect(called).toMatchObject([[h.store.tasksOf(id)[0]?.id, [{ node: 'b' }]], 'auto'])
  })

  it('lets votes agree at the deadline', async () => {
    const h = house(
      flow('start > a > end', { a: { ...all('user:3,user:4'), expireTime: '60', autoExecute: 'Y' } }),
    )
    const id = await h.start()
    await h.agree(id, 'a', { by: 4 })
    h.later(60)
    await h.ring(id)
    expect(h.state(id)).toBe('approved')
  })

  it('takes a time from a variable, or none where it is missing', async () => {
    const h = house(flow('start > a > end', { a: { assignee: 'user:2', expireTime: 'due' } }))
    const due = new Date('2026-02-01T00:00:00Z')
    const id = await h.start({ variables: { due: due.getTime() / 1000 } })
    expect(h.task(id, 'a').deadline).toEqual(due)
    expect(h.task(await h.start(), 'a').deadline).toBeNull()
  })

  it('tells the starter and the administrators of an instance that takes too long', async () => {
    const h = house(flow('start > a > end', { '': { expireTime: 'P1D' } }), { admins: [8] })
    const id = await h.start()
    h.later(24 * 60)
    expect([await h.ring(id), await h.ring(id)]).toEqual([1, 0])
    expect(h.instance(id).overdue).toBe(true)
    const told = h.store.notices.at(-1)
    expect([told?.mark, told?.receivers.map(({ id: admin }) => admin)]).toEqual([
      'instanceOverdue',
      ['1', '8'],
    ])
  })

  it('does nothing for what was done in the meantime', async () => {
    const h = house(
      flow('start > a > b > end', { a: { assignee: 'user:2', expireTime: '60', autoExecute: 'Y' } }),
    )
    const id = await h.start()
    const [timer] = h.store.world(id).timers
    await h.agree(id, 'a')
    await h.act({ kind: 'timer', by: 0, timerId: timer?.id ?? 0, rootId: id })
    expect(h.open(id)).toEqual(['b'])
  })
})
