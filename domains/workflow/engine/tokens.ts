import type { Step } from './compile.ts'
import { evaluate } from './expressions.ts'
import type { Actor, ActorKind, InstanceRecord } from './records.ts'
import { type Run, user } from './run.ts'

const KINDS: readonly ActorKind[] = ['user', 'role', 'dept', 'post']

/** The parts of a comma separated text; commas within brackets and quotes belong to a part. */
export function splitTokens(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let depth = 0
  let quote = ''
  for (const sign of text) {
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (depth > 0 && (sign === '"' || sign === "'")) quote = sign
    else if ('({['.includes(sign)) depth += 1
    else if (')}]'.includes(sign)) depth -= 1
    if (depth <= 0 && quote === '' && (sign === ',' || sign === '，')) {
      parts.push(part)
      part = ''
    } else part += sign
  }
  parts.push(part)
  return parts.map((one) => one.trim()).filter((one) => one !== '')
}

/**
 * The actors a value names: text (comma separated), a number, an actor, or a list of them. `applicant` is the starter,
 * `kind:id` says what it is, a bare id is looked up; what names nobody is left out. Workflow §3.3.
 */
export async function actorsOf(run: Run, instance: InstanceRecord, value: unknown): Promise<Actor[]> {
  if (typeof value === 'number') return run.ports.people.known(String(value))
  if (typeof value === 'string') {
    const found: Actor[] = []
    for (const token of splitTokens(value)) found.push(...(await actorsOfToken(run, instance, token)))
    return found
  }
  if (Array.isArray(value)) {
    const found: Actor[] = []
    for (const one of value) found.push(...(await actorsOf(run, instance, one)))
    return found
  }
  const actor = asActor(value)
  return actor === null ? [] : [actor]
}

/** What a list of tokens in a definition names: `assignee`, `ccUsers`, candidates. */
export async function resolve(
  run: Run,
  instance: InstanceRecord,
  step: Step,
  text: string,
): Promise<Actor[]> {
  if (text === '') return []
  const { variables } = instance
  if (Object.hasOwn(variables, text)) return actorsOf(run, instance, variables[text])
  const found: Actor[] = []
  for (const token of splitTokens(text)) {
    const value = /^[#$]/.test(token)
      ? evaluate(step, token, variables)
      : Object.hasOwn(variables, token)
        ? variables[token]
        : token
    found.push(...(await actorsOf(run, instance, value)))
  }
  return unique(found)
}

export function unique(actors: readonly Actor[]): Actor[] {
  return [...new Map(actors.map((actor) => [`${actor.kind}:${actor.id}`, actor])).values()]
}

async function actorsOfToken(run: Run, instance: InstanceRecord, token: string): Promise<Actor[]> {
  if (token === 'applicant') return [user(instance.starterId)]
  const at = token.indexOf(':')
  const kind = KINDS.find((one) => one === token.slice(0, at))
  if (kind === undefined) return run.ports.people.known(token)
  const id = token.slice(at + 1).trim()
  if (/^\d+$/.test(id) || kind === 'post') return [{ kind, id }]
  // A role or department by its code rather than its number.
  return (await run.ports.people.known(id)).filter((actor) => actor.kind === kind)
}

function asActor(value: unknown): Actor | null {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('id' in value)) return null
  const kind = KINDS.find((one) => one === value.kind)
  const { id } = value
  return kind !== undefined && (typeof id === 'string' || typeof id === 'number')
    ? { kind, id: String(id) }
    : null
}
