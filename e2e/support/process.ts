import { lineJson, task } from '../../tests/processJson.ts'
import { left } from './env.ts'
import { ask, type Grants, type Person, unique } from './people.ts'

/** Everything somebody who takes part in processes is granted, and nothing else. */
export const WORKS: Grants = {
  我的待办: [
    '审批',
    '批量同意',
    '转办',
    '委派',
    '加签/减签',
    '协办',
    '抄送',
    '撤回',
    '发起流程',
    '撤销申请',
    '催办',
    '上传附件',
  ],
  我的已办: ['撤回'],
}

/** A task of the process in the middle of `deployLine`: its id, who it waits for, and more of its properties. */
export type Step = readonly [id: string, assignee: string, more?: Record<string, unknown>]

/** A field of a node's own form. */
export function formField(
  name: string,
  displayName: string,
  type: string,
  attrs: Record<string, string> = {},
) {
  return {
    name,
    displayName,
    type,
    attrs: Object.entries(attrs).map(([key, value]) => ({ name: key, value })),
  }
}

/** Deploys start → 申请 of the starter → the steps → end under a name of its own; the name. */
export async function deployLine(...steps: readonly Step[]): Promise<string> {
  const name = unique('flow')
  const apply = task('apply', 'applicant')
  const text = lineJson(name, [apply, ...steps.map(([id, assignee, more]) => task(id, assignee, more))])
  await ask('POST', '/admin/workflow/definition/deploy', { text })
  return name
}

/** A call of a person. */
export function askAs<T = { id: number }>(
  person: Person,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  return ask<T>(method, `/admin/workflow/${path}`, body, { base: left('full'), token: person.token })
}

/** Starts an instance and hands in its first task; the id of the instance. */
export async function begin(starter: Person, processName: string, title: string): Promise<number> {
  const { id } = await askAs(starter, 'POST', 'instance/start', { processName, title })
  return id
}

/** The task of a person with this title that waits. */
export async function waiting(person: Person, title: string): Promise<number> {
  const query = `tab=todo&keywords=${encodeURIComponent(title)}`
  const { list } = await askAs<{ list: { id: number }[] }>(person, 'GET', `task/list?${query}`)
  const [found] = list
  if (found === undefined) throw new Error(`nothing waits under ${title}`)
  return found.id
}
