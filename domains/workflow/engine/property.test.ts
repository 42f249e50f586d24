import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '#kit/shared/errors.ts'
import { canonical } from '../model/canonical.ts'
import type { Process, Properties } from '../model/types.ts'
import { validate } from '../model/validate.ts'
import type { Command } from './commands.ts'
import { compileProcess, type Scope } from './compile.ts'
import { all, flow, type House, house, snapshot } from './testing.ts'

/** Structured definitions: what is opened is closed, so each join must fire exactly as often as its fork. */
type Block =
  | { kind: 'task' | 'sign' | 'auto' | 'sub' }
  | { kind: 'row' | 'fork' | 'choice'; inside: Block[] }
  | { kind: 'loop'; inside: [Block] }

const block: fc.Arbitrary<Block> = fc.letrec<{ block: Block; one: Block }>((tie) => ({
  one: fc.record({ kind: fc.constantFrom('task', 'task', 'task', 'sign', 'auto', 'sub') }),
  block: fc.oneof(
    { maxDepth: 4, depthSize: 'medium', withCrossShrink: true },
    tie('one'),
    fc.record({
      kind: fc.constantFrom('row', 'fork', 'fork', 'choice'),
      inside: fc.array(tie('block'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('loop'), inside: fc.tuple(tie('block')) }),
  ),
})).block

function drawBlock(root: Block): Process {
  const lines: string[] = []
  const properties: Record<string, Properties> = {}
  const inside: Record<string, string> = {}
  let last = 0
  const draw = (one: Block): [string, string] => {
    last += 1
    const at = last
    switch (one.kind) {
      case 'row': {
        const ends = one.inside.map(draw)
        for (const [index, [from]] of ends.entries()) {
          const before = ends[index - 1]
          if (before !== undefined) lines.push(`${before[1]} > ${from}`)
        }
        return [ends[0]?.[0] ?? '', ends.at(-1)?.[1] ?? '']
      }
      case 'fork':
        for (const [first, end] of one.inside.map(draw))
          lines.push(`fork${at} > ${first}`, `${end} > join${at}`)
        return [`fork${at}`, `join${at}`]
      case 'choice':
        properties[`decide${at}`] = { handleClass: 'pick' }
        properties[`auto${at}`] = { clazz: 'noop' }
        for (const [first, end] of one.inside.map(draw))
          lines.push(`decide${at} > ${first}`, `${end} > auto${at}`)
        return [`decide${at}`, `auto${at}`]
      case 'loop': {
        const [first, end] = draw(one.inside[0])
        properties[`decide${at}`] = { handleClass: 'pick' }
        properties[`auto${at}`] = { clazz: 'noop' }
        lines.push(`t${at} > ${first}`, `${end} > decide${at} > auto${at}`, `decide${at} > t${at}`)
        return [`t${at}`, `auto${at}`]
      }
      case 'sign':
        properties[`s${at}`] = all('role:boss,user:5')
        return [`s${at}`, `s${at}`]
      case 'auto':
        properties[`auto${at}`] = { clazz: 'noop' }
        return [`auto${at}`, `auto${at}`]
      case 'sub':
        inside[`sub${at}`] = `start${at} > t${at} > end${at}`
        return [`sub${at}`, `sub${at}`]
      default:
        return [`t${at}`, `t${at}`]
    }
  }
  const [first, end] = draw(root)
  return flow([`start > first > ${first}`, `${end} > end`, ...lines].join(';'), properties, inside)
}

/** Any drawing the validator lets through: ways forward to later nodes, and back by decisions. */
const drawing = fc
  .array(
    fc.record({
      kind: fc.constantFrom('t', 't', 't', 's', 'opinion', 'decide', 'fork', 'join', 'join', 'sub'),
      from: fc.nat(),
      to: fc.array(fc.nat(), { minLength: 1, maxLength: 2 }),
      back: fc.option(fc.nat(), { nil: null }),
    }),
    { minLength: 2, maxLength: 12, size: 'max' },
  )
  .map((parts) => {
    const ids = ['start', 'first', ...parts.map(({ kind }, at) => `${kind}${at}`), 'end']
    const ways = new Set(['start > first'])
    const properties: Record<string, Properties> = {}
    const inside: Record<string, string> = {}
    for (const [at, { kind, from, to, back }] of parts.entries()) {
      const [id, place] = [`${kind}${at}`, at + 2]
      ways.add(`${ids[1 + (from % (place - 1))]} > ${id}`)
      if (kind === 'opinion') {
        properties[id] = { assignee: 'user:5', taskType: 'Aidant' }
        continue
      }
      for (const one of to) ways.add(`${id} > ${ids[place + 1 + (one % (ids.length - place - 1))]}`)
      if (kind === 'decide' && back !== null) ways.add(`${id} > ${ids[1 + (back % (place - 1))]}`)
      if (kind === 'decide') properties[id] = { handleClass: 'pick' }
      if (kind === 's') properties[id] = all('role:boss,user:5')
      if (kind === 'sub') inside[id] = `start${at} > x${at} > end${at}`
    }
    return flow([...ways].join(';'), properties, inside)
  })
  .filter((process) => validate(canonical(process)).every(({ level }) => level !== 'error'))

/** A house whose decisions are drawn by lot, and go forward once there were many. */
function lottery(process: Process, seed: number, known: Process[] = []): House {
  let dice = seed
  let decided = 0
  const roll = (sides: number) => {
    dice = (dice * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(dice / 65_536) % sides
  }
  const pick = ({ node }: { node: { id: string } }) => {
    const ways = process.edges.filter(({ sourceNodeId }) => sourceNodeId === node.id)
    decided += 1
    return (decided > 30 ? ways[0] : ways[roll(ways.length)])?.id
  }
  return house([process, ...known], { handlers: { decision: { pick }, action: { noop: () => null } } })
}

/** Does one open task after the other, in an order drawn by lot, until nothing is open. */
async function runToEnd(h: House, id: number, order: number[]): Promise<number> {
  for (let done = 0; done < 3000; done++) {
    const open = h.openTasks(id).filter(({ kind }) => kind === 'Major')
    const task = open[(order[done % order.length] ?? 0) % Math.max(open.length, 1)]
    if (task === undefined) return done
    await h.act({ kind: 'agree', by: task.claimedBy ?? 9, taskId: task.id })
    expect(unfairToTokens(h, id)).toEqual([])
  }
  throw new Error(`still running: ${h.open(id).join()}`)
}

/** What the log says of tokens: each way taken is an arrival, each arrival stands still or went on. */
function unfairToTokens(h: House, id: number): string[] {
  const count = new Map<string, { took: number; entered: number; left: number; stands: number }>()
  const at = (instanceId: number, node: string) => {
    const key = `${instanceId} ${node}`
    const found = count.get(key) ?? { took: 0, entered: 0, left: 0, stands: 0 }
    count.set(key, found)
    return found
  }
  for (const { kind, node, instanceId } of h.store.logsOf(id)) {
    if (kind === 'take') at(instanceId, node).took += 1
    if (kind === 'enter') at(instanceId, node).entered += 1
    if (kind === 'leave') at(instanceId, node).left += 1
  }
  for (const { node, instanceId } of h.store.world(id).tokens) at(instanceId, node).stands += 1
  return [...count].flatMap(([key, { took, entered, left, stands }]) => {
    const [, node = ''] = key.split(' ')
    const arrived = node.startsWith('start') ? entered === 1 : entered === took
    const kept = node.startsWith('join')
      ? left + stands <= entered && (stands > 0 || left > 0)
      : left + stands === entered
    return arrived && kept ? [] : [`${key}: ${JSON.stringify({ took, entered, left, stands })}`]
  })
}

function times(h: House, id: number, edge: string): number {
  return h.taken(id).filter((one) => one === edge).length
}

const order = fc.array(fc.nat(50), { minLength: 1, maxLength: 40 })

describe('any definition', () => {
  it('runs to its end, and every join fires as often as its fork', async () => {
    await fc.assert(
      fc.asyncProperty(block, fc.nat(), order, async (root, seed, turns) => {
        const process = drawBlock(root)
        const h = lottery(process, seed)
        const id = await h.start()
        await runToEnd(h, id, turns)
        expect(h.state(id)).toBe('approved')
        for (const { id: node } of process.nodes.filter(({ type }) => type === 'snaker:join')) {
          const [out] = process.edges.filter(({ sourceNodeId }) => sourceNodeId === node)
          const fork = node.replace('join', 'fork')
          const [first] = process.edges.filter(({ sourceNodeId }) => sourceNodeId === fork)
          expect(times(h, id, out?.id ?? '')).toBe(times(h, id, first?.id ?? ''))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('however it is drawn, runs to its end and loses no token', async () => {
    await fc.assert(
      fc.asyncProperty(drawing, fc.nat(), order, async (process, seed, turns) => {
        const h = lottery(process, seed)
        const id = await h.start()
        await runToEnd(h, id, turns)
        expect(h.state(id)).toBe('approved')
      }),
      { numRuns: 500 },
    )
  })

  it('knows who can still arrive at a join as looking at every way does', () => {
    fc.assert(
      fc.property(drawing, (process) => {
        const scope = compileProcess(1, 1, process).scopes.get('')
        for (const [id, { type }] of scope?.steps ?? []) {
          if (scope === undefined || type !== 'join') continue
          expect([...scope.arriving(id)].sort()).toEqual([...arrivingByHand(scope, id)].sort())
        }
      }),
      { numRuns: 500 },
    )
  })
})

/** The rule of the design word by word: slow, and with nothing in common with the engine's way of finding it. */
function arrivingByHand(scope: Scope, join: string): Set<string> {
  const nodes = [...scope.steps.keys()]
  const reaches = (from: string, goal: (id: string) => boolean, shut: (id: string) => boolean): boolean => {
    const seen = new Set<string>()
    const look = (id: string): boolean =>
      // Nothing goes on from an opinion.
      (id.startsWith('opinion') ? [] : (scope.steps.get(id)?.out ?? [])).some(({ to }) => {
        if (goal(to)) return true
        if (shut(to) || seen.has(to)) return false
        seen.add(to)
        return look(to)
      })
    return look(from)
  }
  const isEnd = (id: string) => scope.steps.get(id)?.type === 'end'
  const onEveryWay = nodes.filter(
    (node) =>
      node !== join &&
      !reaches(
        join,
        (id) => isEnd(id) && id !== node,
        (id) => id === node,
      ),
  )
  return new Set(
    nodes.filter(
      (node) =>
        node !== join &&
        !onEveryWay.includes(node) &&
        reaches(
          node,
          (id) => id === join,
          (id) => onEveryWay.includes(id),
        ),
    ),
  )
}

/** Two processes in which everything occurs. */
const CALLED = { ...flow('start > q > end', { q: { assignee: 'role:boss' } }), name: 'q', displayName: 'Q' }
const EVERYTHING = flow(
  'start > apply > fork; fork > a > b > join; fork > sub > join; join > sign > decide; decide > line > call > end; decide > a2; a2 > opinion; a2 > decide2; decide2 > fork; decide2 > end',
  {
    apply: { assignee: 'applicant' },
    a: { assignee: 'role:boss', reminderTime: '10', reminderRepeat: '10', expireTime: '60' },
    b: { assignee: 'user:2,user:5' },
    sign: all('user:3,user:4,user:5', { countersignCompletionCondition: 'nrOfAgreedInstances >= 2' }),
    line: all('user:3,user:4,user:6', { countersignType: 'SEQUENTIAL', countersignFailPolicy: 'continue' }),
    opinion: { assignee: 'user:7', taskType: 'Aidant' },
    decide: { handleClass: 'pick' },
    decide2: { handleClass: 'pick' },
    call: { form: 'q', subFailPolicy: 'continue' },
    x: { assignee: 'user:2', expireTime: '60', autoExecute: 'Y' },
  },
  { sub: 'start1 > x > y > end1' },
)

/** A command of some kind about something; what is meant by the numbers depends on what is there. */
const wish = fc.record({
  kind: fc.constantFrom(
    'claim',
    'release',
    'agree',
    'agree',
    'agree',
    'disagree',
    'reject',
    'returnPrevious',
    'returnPrevious',
    'returnStarter',
    'returnTo',
    'returnTo',
    'returnTo',
    'resubmit',
    'resubmit',
    'direct',
    'jump',
    'pullBack',
    'pullBack',
    'withdraw',
    'terminate',
    'transfer',
    'delegate',
    'handOver',
    'any',
    'before',
    'after',
    'vote',
    'removeSigner',
    'removeSigner',
    'assist',
    'copy',
    'urge',
    'ring',
  ),
  /** mostly somebody the task waits for */
  stranger: fc.integer({ min: 0, max: 5 }),
  by: fc.integer({ min: 1, max: 9 }),
  which: fc.nat(100),
  other: fc.integer({ min: 1, max: 9 }),
  node: fc.constantFrom('apply', 'a', 'b', 'sub', 'join', 'sign', 'line', 'call', 'x', 'end'),
})

type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never

function commandOf(h: House, id: number, { kind, stranger, by, which, other, node }: Wish): Command | null {
  const open = h.openTasks(id)
  const ever = h.store.tasksOf(id)
  const task = open[which % Math.max(open.length, 1)] ?? ever[which % Math.max(ever.length, 1)]
  if (task === undefined) return null
  const user = task.actors.find((actor) => actor.kind === 'user')
  const who = stranger === 0 ? by : (task.claimedBy ?? Number(user?.id ?? 3))
  const at = { by: who, taskId: task.id }
  switch (kind) {
    case 'direct':
    case 'resubmit':
      return { kind: 'resubmit', ...at, mode: kind === 'direct' ? 'direct' : 'step' }
    case 'returnTo':
      return { kind, ...at, node: ever[other % ever.length]?.node ?? node }
    case 'jump':
      if (node === 'end' && which > 9) return null
      return { kind, by, instanceId: which % 9 === 0 ? task.instanceId : id, node }
    case 'pullBack': {
      const done = ever.filter(({ doneBy }) => doneBy !== null).reverse()
      const one = done[which % Math.max(1, Math.min(done.length, 3))]
      return one === undefined ? null : { kind, by: one.doneBy ?? by, taskId: one.id }
    }
    // Ending everything is left to chance in a few runs only, for nothing happens afterwards.
    case 'withdraw':
    case 'terminate':
      return which < 4 ? { kind, by: 1, instanceId: task.instanceId } : null
    case 'reject':
      return which < 8 ? { kind, ...at } : null
    case 'transfer':
    case 'delegate':
      return { kind, ...at, to: other }
    case 'handOver':
      return { kind, ...at, from: Number(user?.id ?? 0), to: other }
    case 'any':
    case 'before':
    case 'after':
    case 'vote':
      return { kind: 'addSigner', ...at, place: kind, admins: [other] }
    case 'removeSigner':
    case 'assist':
      return { kind, ...at, admins: [other] }
    case 'copy':
      return { kind, by, instanceId: id, taskId: task.id, admins: [other] }
    case 'urge':
      return { kind, by: 1, instanceId: id }
    case 'ring': {
      h.later(which)
      const timer = h.store.world(id).timers.find(({ due }) => due <= h.clock.now)
      return timer === undefined ? null : { kind: 'timer', by: 0, timerId: timer.id, rootId: id }
    }
    default:
      return { kind, ...at }
  }
}

describe('any commands by anybody', () => {
  it('leave a world in order, a refused one leaves it as it was, and what remains can be finished', async () => {
    const done = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(wish, { minLength: 25, maxLength: 80, size: 'max' }),
        fc.nat(),
        async (wishes, seed) => {
          const h = lottery(EVERYTHING, seed, [CALLED])
          const id = await h.start({ submit: seed % 2 === 0 })
          for (const one of wishes) {
            const command = commandOf(h, id, one)
            if (command === null) continue
            const before = snapshot(h.store, id)
            try {
              await h.act(command)
              done.add(command.kind)
            } catch (error) {
              if (!(error instanceof AppError) || error.data === null) throw error
              expect(snapshot(h.store, id)).toBe(before)
            }
          }
          for (const task of h.openTasks(id)) {
            if (task.claimedBy !== null) await h.act({ kind: 'release', by: 9, taskId: task.id })
          }
          await finish(h, id)
          expect(h.state(id)).not.toBe('running')
          expect(h.store.world(id)).toMatchObject({ tokens: [], tasks: [], timers: [] })
        },
      ),
      { numRuns: 150 },
    )
    // A kind that is never carried out would not be tested at all.
    expect(done.size).toBe(22)
  })
})

async function finish(h: House, id: number): Promise<void> {
  for (let rounds = 0; rounds < 500; rounds++) {
    const task = h.openTasks(id).find(({ kind }) => kind === 'Major')
    if (task === undefined) return
    await h.act({ kind: 'agree', by: 9, taskId: task.id })
  }
  throw new Error(`still open: ${h.open(id).join()}`)
}
