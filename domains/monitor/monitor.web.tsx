import { lazy } from 'react'
import { declareOperLog } from '#kit/web/info/operLog.ts'
import type { RoomWeb } from '#kit/web/room.ts'
import { logCalls } from './log.calls.ts'
import { watchErrors } from './reportError.web.ts'

export const monitorWeb: RoomWeb = {
  name: 'monitor',
  routes: [{ path: '/systemLog', title: '系统日志', lazy: () => import('./SystemLog.tsx') }],
  register() {
    watchErrors()
    declareOperLog({ call: logCalls.operList, View: lazy(() => import('./RowLog.tsx')) })
  },
}
