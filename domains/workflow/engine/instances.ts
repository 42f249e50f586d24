import { type Compiled, names } from './compile.ts'
import { intercept } from './handlers.ts'
import type { InstanceRecord, TokenRecord, Variables } from './records.ts'
import { log, type Run, scopeOf } from './run.ts'
import { addTimer, dueOf } from './taskTimers.ts'

/** What a new instance is told. */
export interface NewInstance {
  parent?: InstanceRecord
  /** the token of the parent that waits for it */
  token?: TokenRecord
  scope: string
  title: string
  starterId: number
  variables: Variables
  /** the number the caller gives it */
  wanted?: string
  /** deadline and number of its own, before those of the definition */
  expireTime?: string
  instanceNoClass?: string
  businessType: string
  businessId: number | null
  source: number | null
}

/** Opens an instance and sets its first token going. */
export async function openInstance(run: Run, compiled: Compiled, told: NewInstance): Promise<InstanceRecord> {
  const { parent, variables } = told
  const { process } = compiled
  run.definitions.set(compiled.definitionId, compiled)
  const own = told.scope === ''
  const instanceNoClass = told.instanceNoClass || (own ? process.instanceNoClass : '')
  const { wanted } = told
  const id = parent === undefined ? run.rootId : await run.ports.store.newId()
  const instance = run.instances.add(blankInstance(compiled, told, id, run))
  instance.number =
    wanted !== undefined && wanted !== ''
      ? wanted
      : await run.ports.number({ ...process, instanceNoClass }, variables)
  instance.expireTime = dueOf(run, told.expireTime || (own ? (process.expireTime ?? '') : ''), variables)
  run.states.push({ instance, from: null, to: 'running' })
  if (instance.expireTime !== null) await addTimer(run, 'expire', instance.expireTime, { instanceId: id })
  if (own) {
    const place = { id: '', name: process.displayName, properties: {} }
    await intercept(run, instance, place, names(process.preInterceptors), null)
  }
  log(run, instance, 'start')
  const { start } = await scopeOf(run, instance)
  const { source } = told
  run.moves.push({ instance, node: start.id, token: null, round: 0, source, crossed: parent !== undefined })
  return instance
}

/** An instance as it is before it has a number or anything happened in it. */
export function blankInstance(
  compiled: Compiled,
  { parent, token, scope, title, starterId, variables, businessType, businessId }: NewInstance,
  id: number,
  run: Run,
): InstanceRecord {
  return {
    id,
    rootId: run.rootId,
    definitionId: compiled.definitionId,
    processName: compiled.name,
    parentId: parent?.id ?? null,
    parentTokenId: token?.id ?? null,
    parentNode: token?.node ?? '',
    scope,
    depth: parent === undefined ? 0 : parent.depth + 1,
    number: '',
    title,
    starterId,
    state: 'running',
    variables: { ...variables },
    businessType,
    businessId,
    expireTime: null,
    overdue: false,
    createTime: run.now,
    endTime: null,
  }
}
