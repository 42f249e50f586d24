import { sql } from 'kysely'
import { declareScene, holdersOf, notify } from '#domains/settings/settings.door.ts'
import type { Tx } from '#kit/server/database.ts'
import { freeSpace } from '#kit/server/disk.ts'
import { contextOf, type Registration } from '#kit/server/points.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { dayKey } from '#kit/shared/time.ts'
import { cacheCalls } from './cache.calls.ts'
import { jobCalls } from './job.calls.ts'
import { CACHE_PAGE, JOB_LOG_PAGE } from './monitor.addresses.ts'

const MOST_FAILURES = 3
/** Below this share of free space people are told; uploads are refused below 5 %, by the storage. */
const LITTLE_SPACE = 0.1
const GB = 1024 ** 3

const JOB_FAILED = 'jobFailed'
const DISK_LOW = 'diskLow'

/** What those who look after the installation are told. */
export const watchScenes: readonly Registration[] = [
  declareScene({
    mark: JOB_FAILED,
    type: '定时任务连续失败',
    description: '定时任务连续失败3次时，通知能看定时任务的人',
    sendType: 2,
    channels: ['notice', 'sms', 'wechat'],
    content: '定时任务“{job}”已连续失败{times}次：{message}',
    link: `${JOB_LOG_PAGE}?jobId={jobId}`,
  }),
  declareScene({
    mark: DISK_LOW,
    type: '磁盘空间不足',
    description: '数据所在磁盘的可用空间低于10%时，通知能看缓存监控的人，每天一次',
    sendType: 2,
    channels: ['notice', 'sms', 'wechat'],
    content: '数据所在磁盘可用空间仅剩{share}%（{size}GB），低于5%时将不能上传文件',
    link: CACHE_PAGE,
  }),
]

/** Tells of a job that has now failed three times without a success between; once until it succeeds. Platform §13.1. */
export async function watchFailures(tx: Tx, jobId: number): Promise<void> {
  const { rows } = await sql<{ title: string; since: number; times: number; message: string }>`
    with "good" as (
      select coalesce(max("id"), 0) as "id" from "scheduleJobLog" where "jobId" = ${jobId} and "status" = 1)
    select j."title", "good"."id" as "since", count(*) as "times",
      (array_agg(l."message" order by l."id" desc))[1] as "message"
    from "scheduleJobLog" l join "scheduleJob" j on j."id" = l."jobId", "good"
    where l."jobId" = ${jobId} and l."id" > "good"."id" and l."status" in (2, 4)
    group by 1, 2`.execute(tx)
  const [row] = rows
  if (row === undefined || row.times < MOST_FAILURES) return
  const { title: job, times, message } = row
  const holders = await holdersOf(tx, jobCalls.list.permission)
  await notify(tx, JOB_FAILED, holders, { job, times, message, jobId }, `job:${jobId}:${row.since}`)
}

/** Tells once a day that there is little space left; answers whether there is. */
export async function watchSpace(
  tx: Tx,
  { share, bytes }: { share: number; bytes: number },
): Promise<boolean> {
  if (share >= LITTLE_SPACE) return false
  const params = { share: Math.floor(share * 100), size: (bytes / GB).toFixed(1) }
  const holders = await holdersOf(tx, cacheCalls.info.permission)
  await notify(tx, DISK_LOW, holders, params, `disk:${dayKey(new Date())}`)
  return true
}

export const diskJob: JobDefinition = {
  name: 'disk.watch',
  title: '检查磁盘空间',
  cron: '0 */5 * * * *',
  light: true,
  async run(db) {
    const free = await freeSpace(contextOf(db).settings.dataDir)
    return (await asSystem(db, (tx) => watchSpace(tx, free))) ? 1 : 0
  },
}
