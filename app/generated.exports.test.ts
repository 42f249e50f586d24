// Cases made from the declarations: every export runs to its end. Architecture §8.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportForImport } from '#domains/files/task.calls.ts'
import { trust } from '#kit/shared/loose.ts'
import { today } from '#kit/shared/time.ts'
import { app, calls, named, openEveryCall } from '../tests/everyCall.ts'
import { ended, startWorker } from '../tests/importing.ts'

openEveryCall()

// The export in the format of an import names one; generated.roundTrip.test.ts runs it for each.
const exports = calls.filter(
  (call) =>
    call.business === 5 && call.change && /export/i.test(call.path) && call.path !== exportForImport.path,
)

let token: string
let stop: () => Promise<void>

beforeAll(async () => {
  token = await app.admin()
  stop = startWorker(app)
})
afterAll(() => stop())

describe('every list exports', () => {
  test.each(named(exports))('%s', async (_name, call) => {
    // A call with several kinds of lists behind it names the first.
    const input = Object.fromEntries(
      Object.entries(call.shape)
        .filter(([, field]) => field.required)
        .map(([name, field]) => [name, field.choices?.[0]?.value ?? (field.type === 'date' ? today() : 1)]),
    )
    const asked =
      call.method === 'POST' ? { token, body: input } : { token, query: trust<Record<string, string>>(input) }
    const answer = await app.request<{ taskId: number }>(call.method, call.path, asked)
    expect(answer.code, answer.body).toBe(200)
    const task = await ended(app, answer.data.taskId)
    expect(task, task.message).toMatchObject({ status: 2, fail: 0 })
  })
})
