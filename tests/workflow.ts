// What tests of running processes stand on: definitions are deployed through the front door. processJson.ts makes them.

import { sql } from 'kysely'
import { type Answer, type Person, type TestApp, testApp } from '#app/testing.ts'
import { trust } from '#kit/shared/loose.ts'

/** Deploys a definition as the administrator. */
export async function deploy(app: TestApp, text: string): Promise<void> {
  const answer = await app.request('POST', '/admin/workflow/definition/deploy', {
    token: await app.admin(),
    body: { text },
  })
  if (answer.code !== 200) throw new Error(`${answer.message} ${JSON.stringify(answer.data)}`)
}

/** Everything those who work on processes may call. */
export const WORKER = [
  ...['start', 'list', 'info', 'trace', 'withdraw', 'urge', 'copy'].map(
    (name) => `admin:workflow:instance:${name}`,
  ),
  ...[
    'list',
    'info',
    'claim',
    'release',
    'agree',
    'disagree',
    'reject',
    'return',
    'resubmit',
    'pullBack',
    'transfer',
    'delegate',
    'addSigner',
    'removeSigner',
    'assist',
    'agreeMany',
  ].map((name) => `admin:workflow:task:${name}`),
  'admin:workflow:cc:list',
  'admin:workflow:cc:read',
]

/** Participants as a task names them. */
export const users = (...people: readonly Person[]) => people.map(({ adminId }) => `user:${adminId}`).join()

/** A product with people who work on processes: they are called as their accounts, and may do `more` besides. */
export async function workplace<A extends string>(accounts: readonly A[], more: readonly string[] = []) {
  const app = await testApp()
  const permissions = [...WORKER, ...more]
  const people: [string, Person][] = []
  for (const account of accounts) people.push([account, await app.person({ account, permissions })])
  return { app, at: desk(app), people: trust<Record<A, Person>>(Object.fromEntries(people)) }
}

/** Open tasks of an instance and all it called, by node. */
export async function openTasks(
  app: TestApp,
  rootId: number,
): Promise<{ id: number; node: string; actors: string }[]> {
  const { rows } = await sql<{ id: number; node: string; actors: string }>`
    select t."id", t."node", coalesce(string_agg(a."kind" || ':' || a."actorId", ',' order by a."kind", a."actorId"), '') as "actors"
    from "processTask" t left join "processTaskActor" a on a."taskId" = t."id" and a."open" = 1
    where t."rootId" = ${rootId} and t."state" = 'open' group by 1, 2 order by 1`.execute(app.db)
  return rows
}

export type Desk = ReturnType<typeof desk>

/** The calls of this room, as people make them. */
export function desk(app: TestApp) {
  const call = <T = Record<string, unknown>>(
    { token }: { token: string },
    path: string,
    body: unknown = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> => app.request<T>('POST', `/admin/workflow/${path}`, { token, body, headers })
  const ask = <T = Record<string, unknown>>(
    { token }: { token: string },
    path: string,
    query: Record<string, string | number> = {},
  ): Promise<Answer<T>> => app.request<T>('GET', `/admin/workflow/${path}`, { token, query })

  /** Like call, but a refusal fails the test. */
  const done = async <T = Record<string, unknown>>(
    person: { token: string },
    path: string,
    body: unknown = {},
  ): Promise<T> => {
    const answer = await call<T>(person, path, body)
    if (answer.code !== 200) throw new Error(`${path}: ${answer.code} ${answer.message}`)
    return answer.data
  }
  const taskAt = async (rootId: number, node: string, person?: Person): Promise<number> => {
    const open = (await openTasks(app, rootId)).filter((one) => one.node === node)
    const own =
      open.find((one) => person === undefined || one.actors.includes(`user:${person.adminId}`)) ?? open[0]
    if (own === undefined) throw new Error(`No open task at ${node}`)
    return own.id
  }
  return {
    call,
    ask,
    done,
    /** starts a process and answers its instance */
    start: async (person: Person, processName: string, body: Record<string, unknown> = {}): Promise<number> =>
      (await done<{ id: number }>(person, 'instance/start', { processName, ...body })).id,
    /** the open task of an instance at a node; the person's own when several are open there */
    taskAt,
    /** does something to the open task at a node; a refusal fails the test */
    act: async (
      person: Person,
      rootId: number,
      node: string,
      action: string,
      body: unknown = {},
    ): Promise<number> => {
      const id = await taskAt(rootId, node, person)
      await done(person, `task/${action}/${id}`, body)
      return id
    },
    /** nodes with open tasks, of an instance and all it called */
    open: async (rootId: number): Promise<string[]> => (await openTasks(app, rootId)).map((one) => one.node),
    state: async (id: number): Promise<string> =>
      (
        await app.db
          .selectFrom('processInstance')
          .select('state')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).state,
  }
}
