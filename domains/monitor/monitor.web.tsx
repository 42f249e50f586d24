import { lazy, Suspense } from 'react'
import { declareOperLog } from '#kit/web/info/operLog.ts'
import type { RoomWeb } from '#kit/web/room.ts'
import { Loading } from '#kit/web/states/Loading.tsx'

const RowLog = lazy(() => import('./RowLog.tsx'))

export const monitorWeb: RoomWeb = {
  name: 'monitor',
  routes: [{ path: '/systemLog', title: '系统日志', lazy: () => import('./SystemLog.tsx') }],
  register() {
    declareOperLog((row) => (
      <Suspense fallback={<Loading />}>
        <RowLog {...row} />
      </Suspense>
    ))
  },
}
