import type { DocumentKey } from '#kit/web/document/trace.ts'
import { CallError, request } from '#kit/web/request.ts'
import { mayCall } from '#kit/web/session.ts'
import { instanceCalls } from '../instance/instance.calls.ts'

/** The names of those whose tasks of a document are open, 王审、李复; '' where there are none to be seen. Workflow §4. */
export async function waitsFor(of: DocumentKey): Promise<string> {
  if (!mayCall(instanceCalls.trace)) return ''
  try {
    const { instances } = await request(instanceCalls.trace, { ...of }, { quiet: true })
    const open = instances
      .flatMap(({ nodes }) => nodes)
      .filter(({ state }) => state === 'active')
      .flatMap(({ people }) => people.filter(({ endTime }) => endTime === null))
    return [...new Set(open.map(({ name }) => name))].join('、')
  } catch (error) {
    // No process decides it.
    if (error instanceof CallError) return ''
    throw error
  }
}
