import './wechat.tables.ts'
import { fileURLToPath } from 'node:url'
import type { RoomServer } from '#kit/server/room.ts'
import { wechatFacts } from './wechat.shared.ts'

export const wechatRoom: RoomServer = {
  facts: wechatFacts,
  migrations: fileURLToPath(new URL('./migrations', import.meta.url)),
  served: [],
}
