import type { InWireOf } from '#kit/shared/call.ts'
import { ask } from '#kit/web/ask.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { CallError, request } from '#kit/web/request.ts'
import { toastError, toastSuccess } from '#kit/web/toast.ts'
import { change } from '#kit/web/useCall.ts'
import { definitionCalls } from '../definition/definition.calls.ts'
import type { Problem } from '../model/types.ts'
import { openProblems } from './FlowProblems.tsx'

type Deployment = InWireOf<typeof definitionCalls.deploy>

/** What a refused save or deployment said of the definition; none when it was refused for another reason. */
export function problemsOf(error: CallError): readonly Problem[] {
  const { data } = error
  return typeof data === 'object' && data !== null && 'problems' in data && Array.isArray(data.problems)
    ? data.problems
    : []
}

/** Shows why a definition was refused: its problems in a list, anything else in the words of the server. */
export async function showRefusal(error: unknown, title: string): Promise<void> {
  if (!(error instanceof CallError)) throw error
  const problems = problemsOf(error)
  if (problems.length > 0) await openProblems(title, problems)
  else toastError(error.message)
}

/**
 * 部署: asks whether an unchanged content is meant, and what the version is about; problems are listed. `done`: what the
 * page still has to learn of the new version; success is told after it, so that whoever then goes on at once does so from
 * what is there. Workflow §3.2.
 */
export async function deployFlow(
  input: Deployment,
  same: boolean,
  done: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  if (same && !(await confirm('内容与当前版本相同，仍要部署吗？'))) return
  const note = await ask({
    title: '版本说明',
    text: '部署后，新发起的流程使用新版本，已发起的不受影响。',
    optional: true,
    long: true,
  })
  if (note === null) return
  let revision: number
  try {
    revision = (await change(definitionCalls.deploy, { ...input, note }, { quiet: true })).revision
  } catch (error) {
    await showRefusal(error, '流程定义校验未通过，不能部署')
    return
  }
  try {
    await done()
  } finally {
    toastSuccess(`部署成功，当前版本 v${revision}`)
  }
}

/** 部署 of the draft of a name, out of the list. */
export async function deployDraft(name: string): Promise<void> {
  const { version, same, category } = await request(definitionCalls.draft, { name })
  await deployFlow({ name, version, category }, same)
}
