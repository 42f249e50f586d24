import type { RoomWeb } from '#kit/web/room.ts'

export const accessWeb: RoomWeb = {
  name: 'access',
  routes: [
    {
      path: '/maintain/user',
      title: '个人中心',
      // Everybody has one, also those whose password is over.
      permission: 'login',
      lazy: () => import('./session/PersonalCentre.tsx'),
    },
  ],
}
