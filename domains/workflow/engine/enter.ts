import { startChild } from './children.ts'
import { names, type Step, textOf } from './compile.ts'
import { decide } from './decision.ts'
import { endInstance } from './ending.ts'
import { call, intercept } from './handlers.ts'
import { settleJoin } from './join.ts'
import { finishNode, leave } from './leave.ts'
import { looping } from './refusals.ts'
import { log, type Move, type Run, rest, setVariables, stepOf, tokensOf } from './run.ts'
import { enterTask } from './work.ts'

/** Nodes one command may enter. Workflow §3.4. */
const MAX_ENTRIES = 5000

/** Lets everything run until it waits for people: moves first, then joins and ends, until nothing changes. */
export async function settle(run: Run): Promise<void> {
  for (let moved = true; moved; ) {
    for (let move = run.moves.shift(); move !== undefined; move = run.moves.shift()) {
      if (move.instance.state === 'running') await enter(run, move)
    }
    moved = false
    for (const instance of run.instances.all.values()) {
      if (instance.state !== 'running') continue
      if (tokensOf(run, instance).length === 0) await endInstance(run, instance, 'approved')
      else if (!(await settleJoin(run, instance))) continue
      moved = true
      break
    }
  }
}

async function enter(run: Run, move: Move): Promise<void> {
  run.entries += 1
  if (run.entries > MAX_ENTRIES) throw looping()
  await run.ports.breathe?.()
  const { instance } = move
  const step = await stepOf(run, instance, move.node)
  log(run, instance, 'enter', { node: step.id })
  await intercept(run, instance, step, step.pre, null)
  switch (step.type) {
    case 'task':
      return enterTask(run, move, step)
    case 'decision':
      return leave(run, { ...move, step }, await decide(run, instance, step))
    case 'join':
      await rest(run, move, 'join')
      return
    case 'subProcess':
    case 'wfSubProcess':
      return startChild(run, move, step)
    case 'custom':
      await act(run, move, step)
      return leave(run, { ...move, step })
    case 'end':
      await finishNode(run, { ...move, step })
      if (move.token !== null) run.tokens.remove(move.token)
      return
    default:
      return leave(run, { ...move, step })
  }
}

/** Runs the registered action of an automatic step; what it answers is kept. Workflow §3.7. */
async function act(run: Run, { instance }: Move, step: Step): Promise<void> {
  const { variables } = instance
  const args = names(step.properties.args).map((name) =>
    Object.hasOwn(variables, name) ? variables[name] : undefined,
  )
  const result = (await call(run, 'action', textOf(step, 'clazz'), step, instance, { args })) ?? null
  const into = textOf(step, 'var')
  if (into !== '') setVariables(run, instance, { [into]: result })
  log(run, instance, 'action', { node: step.id, data: { result } })
}
