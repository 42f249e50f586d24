import { AppError } from '#kit/shared/errors.ts'
import type { HandlerKind } from '../model/types.ts'
import type { Step } from './compile.ts'
import type { HandlerContext } from './ports.ts'
import type { InstanceRecord, TaskRecord } from './records.ts'
import { handlerFailed, handlerMissing } from './refusals.ts'
import type { Run } from './run.ts'

/** How long a registered function may work inside the transaction. Workflow §3.7. */
const PATIENCE_MS = 5000

type Place = Pick<Step, 'id' | 'name' | 'properties'>

/**
 * Calls a registered function. What it refuses with an AppError is for the person to read; everything else it throws,
 * and being late, is HANDLER_FAILED with the error as cause.
 */
export async function call(
  run: Run,
  kind: HandlerKind,
  name: string,
  place: Place,
  instance: InstanceRecord,
  more: Partial<Pick<HandlerContext, 'task' | 'args'>> = {},
): Promise<unknown> {
  const handler = run.ports.handler(kind, name)
  if (handler === undefined) throw handlerMissing(name)
  const context: HandlerContext = {
    tx: run.ports.tx,
    instance,
    node: { id: place.id, name: place.name, properties: place.properties },
    variables: instance.variables,
    adminId: run.by,
    task: more.task ?? null,
    args: more.args ?? [],
  }
  try {
    const result = handler(context)
    return result instanceof Promise ? await within(result) : result
  } catch (error) {
    if (error instanceof AppError) throw error
    const failed = handlerFailed(place.name)
    failed.cause = error
    throw failed
  }
}

export async function intercept(
  run: Run,
  instance: InstanceRecord,
  place: Place,
  interceptors: readonly string[],
  task: TaskRecord | null,
): Promise<void> {
  for (const name of interceptors) await call(run, 'interceptor', name, place, instance, { task })
}

async function within(work: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
