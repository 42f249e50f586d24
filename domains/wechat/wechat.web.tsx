import type { RoomWeb } from '#kit/web/room.ts'

/** The screens of the official account. Platform §11. */
export const wechatWeb: RoomWeb = {
  name: 'wechat',
  pages: () => import('./pages.ts'),
}
