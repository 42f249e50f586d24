import { FieldFilter } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { openPicker, type PickerFacts } from '#kit/web/picker/PickerModal.tsx'
import { change } from '#kit/web/useCall.ts'
import { tripCalls as calls } from './trip.calls.ts'

type Proposal = OutWireOf<typeof calls.suggest>['list'][number]
const { warehouseId: PLACE, deliveryDate: DAY } = calls.suggest.shape

const PROPOSALS: PickerFacts<Proposal> = {
  title: '智能配载',
  width: 1080,
  call: calls.suggest,
  columns: [
    'plateNo',
    'driverName',
    'routeName',
    'customers',
    'deliveryCount',
    'boxCount',
    'weight',
    'loadRate',
  ],
  side: (input, set) => (
    <>
      {PLACE && (
        <FieldFilter
          field={PLACE}
          value={String(input.warehouseId ?? '')}
          onChange={(warehouseId) => set({ warehouseId })}
        />
      )}
      {DAY && (
        <FieldFilter
          field={DAY}
          value={String(input.deliveryDate ?? '')}
          onChange={(deliveryDate) => set({ deliveryDate })}
        />
      )}
    </>
  ),
  empty: '请选择要采用的派车建议',
  okText: '采用',
  made: { title: '待安排的配送单', page: '/wts/deliveryOrder' },
  label: ({ plateNo, routeName }) => `${plateNo} ${routeName}`,
}

/** 智能配载: trips are proposed for what waits in a warehouse; those that are taken are stored. Warehouse §5.5. */
export async function openSuggest(): Promise<void> {
  const taken = await openPicker(PROPOSALS, { multiple: true })
  for (const one of taken ?? []) {
    const { warehouseId, deliveryDate, routeId, truckCarId, driverId } = one
    const { planDepartTime, planBackTime, deliveryIds, plateNo } = one
    await change(
      calls.save,
      {
        ...{ warehouseId, deliveryDate, routeId, truckCarId, driverId, planDepartTime, planBackTime },
        ...{ helperName: '', deliveryIds },
      },
      { success: `已生成派车单：${plateNo}`, touches: ['/admin/wts', '/admin/truck'] },
    )
  }
}
