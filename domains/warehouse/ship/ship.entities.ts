import { wtsDelivery, wtsDeliveryLine } from '../delivery/wtsDelivery.entity.ts'
import { pickList, pickListLine } from '../pick/pickList.entity.ts'
import { waveStrategy } from '../pick/waveStrategy.entity.ts'
import { sortOrder, sortOrderLine } from '../sort/sortOrder.entity.ts'
import { shipTask, shipTaskLine } from './shipTask.entity.ts'

/** The way of goods from an approved delivery note to the customer. Warehouse §5.2 to §5.4. */
export const shipEntities = [
  shipTask,
  shipTaskLine,
  pickList,
  pickListLine,
  waveStrategy,
  sortOrder,
  sortOrderLine,
  wtsDelivery,
  wtsDeliveryLine,
] as const
