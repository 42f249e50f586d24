import { type Compiled, type Step, textOf } from './compile.ts'
import { openInstance } from './instances.ts'
import { subNotFound, subTooDeep } from './refusals.ts'
import { compiledOf, log, type Move, type Run, rest } from './run.ts'
import { withoutReserved } from './said.ts'

/** How deep sub-processes may lie in each other. Workflow §3.8. */
const MAX_DEPTH = 10

/** Starts what a sub-process node stands for; its token waits until that has ended. */
export async function startChild(run: Run, move: Move, step: Step): Promise<void> {
  const parent = move.instance
  if (parent.depth >= MAX_DEPTH) throw subTooDeep()
  const token = await rest(run, move, 'child')
  const inline = step.type === 'subProcess'
  const compiled = inline ? await compiledOf(run, parent) : await callee(run, step)
  const { variables } = parent
  const child = await openInstance(run, compiled, {
    parent,
    token,
    scope: inline ? step.id : '',
    title: parent.title,
    starterId: run.by === 0 ? parent.starterId : run.by,
    // A called process has other nodes than those people were chosen for, and a number of its own.
    variables: inline ? variables : withoutReserved(variables),
    expireTime: textOf(step, 'expireTime'),
    instanceNoClass: textOf(step, 'instanceNoClass'),
    businessType: parent.businessType,
    businessId: parent.businessId,
    source: move.source,
  })
  log(run, parent, 'child', { node: step.id, data: { instanceId: child.id, state: child.state } })
}

async function callee(run: Run, step: Step): Promise<Compiled> {
  const name = textOf(step, 'form') || textOf(step, 'processName')
  if (name === '') throw subNotFound(step.name)
  const version = Number(textOf(step, 'version'))
  return run.ports.callee(name, Number.isInteger(version) ? version : 0)
}
