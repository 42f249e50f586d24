import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
import { contextOf, type Registration } from '#kit/server/points.ts'
import { errorText } from '#kit/server/retry.ts'
import { openStorage, type Storage } from '#kit/server/storage.ts'
import { AppError, conflict } from '#kit/shared/errors.ts'
import { declareConfigTest } from '../configTest.ts'
import { smsWay } from '../sms/gateway.ts'
import { ask, type Service } from './ask.ts'
import { expressService } from './carriers.ts'

const pong = z.object({ name: z.string().default('') }).nullable()

/** Asks a service nothing but whether it is there and knows us. docs/outside.md. */
async function ping(db: Db, service: Service): Promise<string> {
  const answer = await ask(db, service, 'ping', {}, pong)
  return answer?.name ? `连接正常：${answer.name}` : '连接正常'
}

/** Keeps a few bytes in the store that uploads go to, reads them back and removes them. */
async function tryStorage(storage: Storage): Promise<string> {
  const key = `test/${randomUUID()}.txt`
  const text = '通商'
  await storage.put(Readable.from([text]), key)
  try {
    const found = await storage.get(key)
    const parts: Buffer[] = []
    for await (const part of found?.stream ?? []) parts.push(Buffer.from(part))
    if (Buffer.concat(parts).toString() !== text) throw conflict('写入的文件无法读回')
    return '写入、读取、删除均正常'
  } finally {
    await storage.remove(key)
  }
}

/** 测试连接 of forms 108, 111 and 128. Platform §7.1. */
export const serviceTests: readonly Registration[] = [
  declareConfigTest(108, (db) =>
    tryStorage(openStorage(contextOf(db).settings)).catch((error: unknown) => {
      throw error instanceof AppError ? error : conflict(`存储不可用：${errorText(error)}`)
    }),
  ),
  declareConfigTest(111, async (db) => ping(db, await (await smsWay(db)).service())),
  declareConfigTest(128, async (db) => ping(db, await expressService(db))),
]
