import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
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

/** 测试连接 of forms 111 and 128. Platform §7.1. */
export function declareServiceTests(): void {
  declareConfigTest(111, async (db) => ping(db, await (await smsWay(db)).service()))
  declareConfigTest(128, async (db) => ping(db, await expressService(db)))
}
