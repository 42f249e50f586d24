import type { RoomWeb } from '#kit/web/room.ts'

/** The screens of the official account. Platform §11. */
export const wechatWeb: RoomWeb = {
  name: 'wechat',
  places: ['appSetting'],
  screens: () => import('./wechat.screens.tsx'),
}
