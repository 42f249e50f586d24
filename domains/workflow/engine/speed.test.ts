import { describe, expect, it } from 'vitest'
import { budget, ownTime } from '../../../tests/ownTime.ts'
import { compileProcess } from './compile.ts'
import { perform } from './perform.ts'
import { flow, type House, house } from './testing.ts'

/** Workflow §6, with room for a busy machine: measured alone each is a fraction of its limit. */
const BUSY = 4

const FIVE = flow('start > t1 > t2 > t3 > t4 > t5 > end')

/** Milliseconds of one of so many runs of the five-task process, on average: one start and five completions. */
async function fiveTasks(h: House, runs: number): Promise<number> {
  const begun = ownTime()
  for (let run = 0; run < runs; run++) {
    let { tasks } = await perform(h.ports, { kind: 'start', by: 1, definitionId: 1, title: '' })
    for (let taskId = tasks[0]; taskId !== undefined; taskId = tasks[0]) {
      tasks = (await perform(h.ports, { kind: 'agree', by: 2, taskId })).tasks
    }
  }
  return (ownTime() - begun) / runs
}

describe('speed', () => {
  it('does a five-task process in half a millisecond, however many instances lie in the store', async () => {
    const h = house(FIVE)
    await fiveTasks(h, 300)
    const few = await fiveTasks(h, 500)
    for (let made = 0; made < 20_000; made++) {
      await perform(h.ports, { kind: 'start', by: 1, definitionId: 1, title: '' })
    }
    const many = await fiveTasks(h, 500)
    console.info(`five tasks: ${few.toFixed(3)} ms, with 20 000 more instances ${many.toFixed(3)} ms`)
    expect(few).toBeLessThan(budget(0.5 * BUSY))
    expect(many).toBeLessThan(few * 1.2 * BUSY)
  })

  it('starts a process of 1 000 nodes in 20 ms and does its 998 tasks in 2 s', async () => {
    const tasks = Array.from({ length: 998 }, (_, at) => `t${at}`)
    const large = flow(`start > ${tasks.join(' > ')} > end`)
    const h = house(large)
    const begun = ownTime()
    compileProcess(1, 1, large)
    const id = await h.start()
    const started = ownTime() - begun
    let open = h.openTasks(id).map((task) => task.id)
    for (let taskId = open[0]; taskId !== undefined; taskId = open[0]) {
      open = (await perform(h.ports, { kind: 'agree', by: 2, taskId })).tasks
    }
    const done = ownTime() - begun
    console.info(`1 000 nodes: started in ${started.toFixed(1)} ms, done in ${done.toFixed(0)} ms`)
    expect(h.state(id)).toBe('approved')
    expect(started).toBeLessThan(budget(20 * BUSY))
    expect(done).toBeLessThan(budget(2000 * BUSY))
  })

  it('joins 300 branches of a fork in a second', async () => {
    const branches = Array.from({ length: 300 }, (_, at) => `fork > t${at} > join`)
    const h = house(flow(`start > fork; ${branches.join(';')}; join > last > end`))
    const begun = ownTime()
    let { instanceId, tasks } = await perform(h.ports, { kind: 'start', by: 1, definitionId: 1, title: '' })
    for (const taskId of tasks) {
      tasks = (await perform(h.ports, { kind: 'agree', by: 2, taskId })).tasks
    }
    const took = ownTime() - begun
    console.info(`300 branches: ${took.toFixed(0)} ms`)
    expect(h.open(instanceId)).toEqual(['last'])
    expect(took).toBeLessThan(budget(1000 * BUSY))
  })
})
