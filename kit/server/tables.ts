import type { ColumnType } from 'kysely'
import type { Made } from './database.ts'

/** The kit's own tables (kit migration 001). */
declare module './database.ts' {
  interface Tables {
    sequence: { name: string; value: number }
    documentDecision: {
      id: Made<number>
      type: string
      documentId: number
      action: string
      opinion: Made<string>
      adminId: number
      adminName: string
      time: Made<Date>
    }
    installation: { name: string; value: string }
    operLog: {
      id: Made<number>
      time: Made<Date>
      title: string
      businessType: number
      adminId: number | null
      adminName: string
      deptId: number | null
      bizType: string
      bizId: number | null
      bizTitle: string
      ip: string
      requestId: string
      method: string
      path: string
      params: unknown
      changes: unknown
      status: number
      ms: number
    }
    errorLog: {
      id: Made<number>
      requestId: string
      source: string
      path: string
      adminId: number | null
      message: string
      stack: string
      fingerprint: string
      count: Made<number>
      firstTime: Made<Date>
      lastTime: Made<Date>
      handled: Made<number>
    }
    outCallLog: {
      id: Made<number>
      time: Made<Date>
      system: string
      method: string
      address: string
      status: number
      ms: number
      attempt: Made<number>
      message: Made<string>
    }
    idempotency: { adminId: number; key: string; path: string; answer: unknown; createTime: Made<Date> }
    outbox: { id: Made<number>; event: string; key: string; payload: unknown; createTime: Made<Date> }
    outboxDelivery: {
      eventId: number
      consumer: string
      key: string
      status: Made<number>
      attempts: Made<number>
      nextTime: Made<Date>
      error: Made<string>
      doneTime: Date | null
    }
    job: {
      id: Made<number>
      name: string
      params: unknown
      uniqueKey: string | null
      status: Made<number>
      attempts: Made<number>
      nextTime: Made<Date>
      leaseUntil: Date | null
      error: Made<string>
      createTime: Made<Date>
      doneTime: Date | null
    }
    scheduleJob: {
      id: Made<number>
      name: string
      title: string
      jobGroup: Made<string>
      params: Made<unknown>
      cron: string
      misfirePolicy: Made<number>
      concurrent: Made<number>
      timeoutSec: Made<number>
      status: Made<number>
      seeded: Made<number>
      nextTime: Date | null
      lastTime: Date | null
      lastStatus: number | null
      remark: Made<string>
      version: Made<number>
    }
    scheduleJobLog: {
      id: Made<number>
      jobId: number
      jobName: Made<string>
      target: Made<string>
      plannedTime: Date
      params: Made<unknown>
      startTime: Made<Date>
      endTime: Date | null
      /** 0 running, 1 成功, 2 失败, 3 跳过, 4 超时 */
      status: Made<number>
      /** of the whole run */
      ms: ColumnType<number | null, never, never>
      handled: Made<number>
      message: Made<string>
      leaseUntil: Date | null
    }
  }
}
