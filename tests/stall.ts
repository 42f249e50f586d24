// How long hostile input keeps everybody else waiting: what the tests made from the declarations share. Architecture §4, §9.
import { expect } from 'vitest'
import type { Answer } from '#app/testing.ts'
import { app, holder } from './everyCall.ts'
import { budget, ownTime } from './ownTime.ts'

const MOST_MS = 50
/** The first tries also pay for compiling the code that they run; what is slow by itself is slow every time. */
const TRIES = 3

/** The longest stretch without a turn of the event loop while something is done, in ms of this thread's own time. */
async function longestStall(work: () => Promise<unknown>): Promise<number> {
  let most = 0
  let before = ownTime()
  const turn = (): void => {
    const now = ownTime()
    most = Math.max(most, now - before)
    before = now
  }
  const timer = setInterval(turn, 1)
  try {
    await work()
    await new Promise((resolve) => setTimeout(resolve, 2))
    turn()
  } finally {
    clearInterval(timer)
  }
  return most
}

/** Fails when every try keeps the others waiting for too long. */
export async function stopsNobody(what: string, work: () => Promise<unknown>): Promise<void> {
  let best = Number.POSITIVE_INFINITY
  let most = MOST_MS
  for (let attempt = 0; attempt < TRIES && best > most; attempt++) {
    best = Math.min(best, await longestStall(work))
    // A slower machine is only asked how slow it is when it matters.
    if (best > MOST_MS) most = budget(MOST_MS)
  }
  expect(best, `${what}: longest stall in ms`).toBeLessThanOrEqual(most)
}

async function send(
  path: string,
  body: Buffer,
  headers: Record<string, string> = {},
  token?: string,
): Promise<Answer> {
  token ??= (await holder()).token
  return app.request('POST', path, {
    token,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

/** Asks with hostile input; it is refused with a reason, or taken, but never an internal error. */
export async function asked(
  what: string,
  path: string,
  body: Buffer,
  headers: Record<string, string> = {},
  token?: string,
): Promise<Answer | undefined> {
  let answer: Answer | undefined
  await stopsNobody(what, async () => {
    answer = await send(path, body, headers, token)
    expect(answer.status, what).toBeLessThan(500)
    expect(answer.code, `${what} → ${answer.body.slice(0, 300)}`).not.toBe(500)
  })
  return answer
}
