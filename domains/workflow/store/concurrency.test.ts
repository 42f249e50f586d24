// Many at once on one instance: what one after the other would have come to. Workflow §3.9.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestApp } from '#app/testing.ts'
import { end, lineJson, node, processJson, start, task, type Way } from '../../../tests/processJson.ts'
import { type Desk, deploy, openTasks, users, workplace } from '../../../tests/workflow.ts'

const MANY = 200
/** More than there are connections; all of them wait for the same row. */
const AT_ONCE = 20

let app: TestApp
let ann: Person
let bob: Person
let at: Desk

beforeAll(async () => {
  const place = await workplace(['ann', 'bob'])
  ;({ app, at } = place)
  ;({ ann, bob } = place.people)
  const both = users(ann, bob)
  await deploy(app, lineJson('race', [task('one', both), task('two', users(ann))]))
  const branches = Array.from({ length: MANY }, (_, at) => `b${at}`)
  await deploy(
    app,
    processJson(
      'wide',
      [start(), node('split', 'fork'), ...branches.map((id) => task(id, both)), node('meet', 'join'), end()],
      [
        ['start', 'split'],
        ...branches.flatMap((id): Way[] => [
          ['split', id],
          [id, 'meet'],
        ]),
        ['meet', 'end'],
      ],
    ),
  )
}, 120_000)
afterAll(() => app.close())

test('of two people who complete a task at once exactly one succeeds, and the next task is made once', async () => {
  for (let round = 0; round < 10; round++) {
    const id = await at.start(ann, 'race', { submit: 0 })
    const one = await at.taskAt(id, 'one')
    const answers = await Promise.all([ann, bob].map((person) => at.call(person, `task/agree/${one}`)))
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.code === 409)?.message).toBe('任务已被处理')
    expect(await at.open(id)).toEqual(['two'])
  }
})

/** What an instance is in the end, without ids and times. */
async function endOf(id: number) {
  const instance = await app.db
    .selectFrom('processInstance')
    .select(['state', 'variables'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const tasks = await app.db
    .selectFrom('processTask')
    .select(['node', 'state', 'result', 'doneBy'])
    .where('rootId', '=', id)
    .orderBy('node')
    .execute()
  const logs = await app.db
    .selectFrom('processLog')
    .select(['kind', 'node', 'edge'])
    .where('rootId', '=', id)
    .execute()
  const tokens = await app.db.selectFrom('processToken').select('id').where('rootId', '=', id).execute()
  return { instance, tasks, tokens, logs: logs.map((log) => Object.values(log).join(' ')).sort() }
}

test('many parallel completions over one instance end like the same ones in sequence', async () => {
  const run = async (parallel: boolean) => {
    const id = await at.start(ann, 'wide', { submit: 0 })
    const open = await openTasks(app, id)
    expect(open).toHaveLength(MANY)
    const complete = async ({ id: taskId, node }: { id: number; node: string }) =>
      at.done(ann, `task/agree/${taskId}`, { variables: { [node]: 1 } })
    const left = [...open]
    const hand = async () => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) await complete(one)
    }
    await Promise.all(Array.from({ length: parallel ? AT_ONCE : 1 }, hand))
    return endOf(id)
  }
  const [sequence, parallel] = [await run(false), await run(true)]
  expect(parallel).toEqual(sequence)
  expect(parallel.instance.state).toBe('approved')
  expect(parallel.tokens).toEqual([])
}, 180_000)
