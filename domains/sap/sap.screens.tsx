import type { RoomRoute } from '#kit/web/room.ts'

/** The screens of what goes to SAP and how far it came. */
const screens: readonly RoomRoute[] = [
  { path: '/sapQueue', title: 'SAP队列', lazy: () => import('./SapQueue.tsx') },
]

export default screens
