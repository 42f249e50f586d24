import { today } from '#kit/shared/time.ts'
import type { WireRow } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { tripCalls as calls } from './trip.calls.ts'
import { vehicleAssignment } from './vehicleAssignment.entity.ts'

const { deliveryIds: _none, ...SHAPE } = calls.save.shape
const GROUPS = [
  {
    fields: [
      ...[
        'warehouseId',
        'deliveryDate',
        'routeId',
        'truckCarId',
        'driverId',
        'planDepartTime',
        'planBackTime',
        'helperName',
      ],
    ],
  },
]

/** Plans a trip, or changes what it is planned with. Warehouse §5.5. */
export const openTrip = (id: number | null, more: WireRow = {}): Promise<number | null> =>
  openForm({
    of: vehicleAssignment,
    calls: { info: calls.info, save: calls.save, update: calls.update },
    id,
    title: id === null ? '新增派车单' : '编辑派车单',
    width: 560,
    shape: SHAPE,
    groups: GROUPS,
    initial: { deliveryDate: today(), ...more },
    complete: (input) => (id === null ? { ...input, deliveryIds: '' } : input),
    touches: ['/admin/wts', '/admin/truck'],
  })
