import type { WebPart } from '#kit/web/room.ts'
import { declareScanJob } from './scanJobs.web.ts'

/** The jobs of handhelds that this room does. Warehouse §7. */
export const scanWeb: WebPart = {
  register() {
    declareScanJob({
      ...{ key: 'pick', label: '拣货', hint: '按拣货单取货到发货暂存区', prefix: 'JH' },
      permission: 'admin:wts:pickList:line:pick',
      load: () => import('./PickJob.tsx'),
    })
  },
}
