import type { Command } from '#domains/workflow/engine/commands.ts'
import { type Compiled, compileProcess } from '#domains/workflow/engine/compile.ts'
import { type MemoryStore, memoryStore } from '#domains/workflow/engine/memory.ts'
import { memoryPeople } from '#domains/workflow/engine/memoryPeople.ts'
import { perform } from '#domains/workflow/engine/perform.ts'
import type { Ports } from '#domains/workflow/engine/ports.ts'
import { canonical } from '#domains/workflow/model/canonical.ts'
import { validate } from '#domains/workflow/model/validate.ts'
import { readXml, writeXml } from '#domains/workflow/model/xml.ts'
import { percentile } from '../load.ts'
import { atMost, type Figure } from '../report.ts'
import { chain } from './drawing.ts'

const ACTOR = 7
const WARM = 300
const ROUNDS = 1000
const STORED = 100_000
const NODES = 1000

function portsOf(store: MemoryStore, compiled: Compiled): Ports {
  let number = 0
  return {
    store,
    people: memoryPeople([{ id: ACTOR, name: '甲' }]),
    now: () => new Date(),
    definition: async () => compiled,
    callee: async () => compiled,
    number: async () => `LC${++number}`,
    handler: () => undefined,
    onState: async () => undefined,
    tx: null,
    options: { emptyActorPolicy: 'error', sameActorPolicy: 'none' },
  }
}

/** Starts an instance and completes its tasks until it ends; how many there were. */
async function through(ports: Ports): Promise<number> {
  const start: Command = { kind: 'start', by: ACTOR, definitionId: 1, title: '' }
  let { tasks, state } = await perform(ports, start)
  let done = 0
  while (state === 'running') {
    const [taskId] = tasks
    if (taskId === undefined) throw new Error('the instance waits for nothing')
    ;({ tasks, state } = await perform(ports, { kind: 'agree', by: ACTOR, taskId }))
    done += 1
  }
  return done
}

async function times(ports: Ports, rounds: number): Promise<number[]> {
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begin = performance.now()
    await through(ports)
    taken.push(performance.now() - begin)
  }
  return taken
}

async function timed<T>(work: () => T | Promise<T>): Promise<[number, T]> {
  const begin = performance.now()
  const result = await work()
  return [performance.now() - begin, result]
}

/** The engine without a database, and a definition of 1,000 nodes. Workflow §6. */
export async function engineInMemory(): Promise<Figure[]> {
  const five = compileProcess(1, 1, canonical(chain('five', 5, `user:${ACTOR}`)))
  const ports = portsOf(memoryStore(), five)
  await times(ports, WARM)
  const few = await times(ports, ROUNDS)
  for (let stored = WARM + ROUNDS; stored < STORED; stored++)
    await perform(ports, { kind: 'start', by: ACTOR, definitionId: 1, title: '' })
  const many = await times(ports, ROUNDS)

  const drawn = canonical(chain('thousand', NODES - 2, `user:${ACTOR}`))
  const xml = writeXml(drawn)
  const reads: number[] = []
  for (let round = 0; round < 10; round++) reads.push((await timed(() => readXml(xml)))[0])
  const [checked] = await timed(() => validate(drawn))
  const [started] = await timed(async () => {
    const large = portsOf(memoryStore(), compileProcess(1, 1, drawn))
    await perform(large, { kind: 'start', by: ACTOR, definitionId: 1, title: '' })
  })
  const [ran, done] = await timed(() => through(portsOf(memoryStore(), compileProcess(1, 1, drawn))))
  if (done !== NODES - 2) throw new Error(`${done} tasks were done`)
  return [
    atMost('process of 5 tasks in memory, median', percentile(few, 0.5), 0.5, 'ms'),
    atMost('process of 5 tasks in memory, p95', percentile(few, 0.95), 1, 'ms'),
    atMost(
      'the same among 100,000 stored instances',
      percentile(many, 0.5) / percentile(few, 0.5),
      1.2,
      '× among few',
    ),
    atMost('xml of 1,000 nodes read', percentile(reads, 0.5), 50, 'ms'),
    atMost('definition of 1,000 nodes checked', checked, 100, 'ms'),
    atMost('instance of 1,000 nodes compiled and started', started, 20, 'ms'),
    atMost('998 tasks done in memory', ran / 1000, 2, 's'),
  ]
}
