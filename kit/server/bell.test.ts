import { expect, test } from 'vitest'
import { Bell } from './bell.ts'

const LONG_MS = 60_000
const { signal } = new AbortController()
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('those who wait are woken one at a time', async () => {
  const bell = new Bell(LONG_MS)
  const awake: string[] = []
  for (const name of ['first', 'second', 'third']) void bell.wait(signal).then(() => awake.push(name))
  bell.ring()
  await settled()
  expect(awake).toHaveLength(1)
  bell.ring()
  bell.ring()
  await settled()
  expect(awake.sort()).toEqual(['first', 'second', 'third'])
})

test('what rang while nobody waited is heard by the next alone', async () => {
  const bell = new Bell(LONG_MS)
  bell.ring()
  bell.ring()
  await bell.wait(signal)
  let isAwake = false
  void bell.wait(signal).then(() => {
    isAwake = true
  })
  await settled()
  expect(isAwake).toBe(false)
})

test('nobody waits longer than they may, and who has stopped waiting is not woken in place of another', async () => {
  const bell = new Bell(5)
  await bell.wait(signal)
  const stopped = new AbortController()
  const gone = bell.wait(stopped.signal)
  stopped.abort()
  await gone
  const own = new Bell(LONG_MS)
  const left = own.wait(signal)
  const ended = new AbortController()
  const other = own.wait(ended.signal)
  ended.abort()
  await other
  own.ring()
  await left
})
