// Workers are started when there is work: no job may start one every few minutes to find nothing. Decision 0099.
import { expect, test } from 'vitest'
import { nextTimes } from '#kit/server/schedule.ts'
import { rooms } from './domains.ts'

const HOUR_MS = 3_600_000

test('a job that comes more often than once an hour runs in the server or says whether it is due', () => {
  const jobs = rooms.flatMap((room) => room.jobs ?? [])
  const often = jobs.filter(({ cron }) => {
    if (cron === undefined) return false
    const [one, other] = nextTimes(cron, new Date('2026-03-02T00:00:00Z'), 2)
    return one !== undefined && other !== undefined && other.getTime() - one.getTime() <= HOUR_MS
  })
  expect(often.length).toBeGreaterThan(10)
  expect(
    often.filter(({ light, due }) => light !== true && due === undefined).map(({ name }) => name),
  ).toEqual([])
})
