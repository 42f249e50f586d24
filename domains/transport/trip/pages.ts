import { type Page, page, unlisted } from '#kit/shared/pages.ts'

/** Trips. Warehouse §5.5. */
export const tripPages: readonly Page[] = [
  page('wts.vehicleAssignment', '派车单', '/wts/vehicleAssignment', () => import('./TripList.tsx'), {
    sort: 62,
    behind: [
      unlisted('admin:wts:vehicleAssignment:info', '派车单详情', '/wts/vehicleAssignment/info/:id', () => import('./TripInfo.tsx')),
      unlisted('admin:wts:vehicleAssignment:print', '打印派车单', '/wts/vehicleAssignment/print/:idList', () => import('./TripPrint.tsx')),
    ],
  }),
]
