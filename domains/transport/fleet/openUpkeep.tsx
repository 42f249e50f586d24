import { today } from '#kit/shared/time.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { truckCarMaster, upkeepCalls } from './fleet.calls.ts'
import { truckUpkeep } from './truckUpkeep.entity.ts'

const { truckCarId: _, ...SHAPE } = truckUpkeep.shape
const GROUPS = [{ fields: ['type', 'upkeepDate', 'mileage', 'fee', 'unit', 'note'] }]

/** 登记维保: what was done to a vehicle and what it cost. Warehouse §6. */
export function openUpkeep({
  id,
  plateNo,
}: {
  readonly id: number
  readonly plateNo: string
}): Promise<number | null> {
  return openForm({
    of: truckUpkeep,
    calls: { save: upkeepCalls.save },
    id: null,
    title: `登记维保 ${plateNo}`,
    shape: SHAPE,
    groups: GROUPS,
    initial: { upkeepDate: today() },
    complete: (input) => ({ ...input, truckCarId: id }),
    inputs: { mileage: { help: '大于车辆里程时，车辆里程随之更新' } },
    touches: [upkeepCalls.list.path, truckCarMaster.calls.info.path],
  })
}
