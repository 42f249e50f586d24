import { button, type FactsPart } from '#kit/shared/room.ts'
import { appointCalls } from './appoint.calls.ts'

/** Goods that are expected, and the vehicles that bring them. Warehouse §5.10. */
export const appointFacts: FactsPart = {
  calls: [...Object.values(appointCalls)],
  prefixes: ['YY'],
  rights: {
    'wts.purchaseAppointment': {
      calls: appointCalls,
      reads: [appointCalls.slots, appointCalls.openLines],
      buttons: [
        button('确认', appointCalls.confirm),
        button('改期', appointCalls.reschedule),
        button('取消', appointCalls.cancel),
      ],
    },
  },
}
