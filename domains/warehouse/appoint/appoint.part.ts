import { button, type FactsPart } from '#kit/shared/room.ts'
import { forecastCalls } from '../forecast/forecast.calls.ts'
import { appointCalls } from './appoint.calls.ts'
import { gateCalls } from './gate.calls.ts'

/** Goods that are expected, and the vehicles that bring them. Warehouse §5.10. */
export const appointFacts: FactsPart = {
  calls: [...Object.values(appointCalls), ...Object.values(gateCalls), ...Object.values(forecastCalls)],
  prefixes: ['YY', 'DR', 'YB'],
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
    'wts.appointmentRegister': {
      calls: gateCalls,
      reads: [gateCalls.board],
      buttons: [
        button('叫号', gateCalls.call),
        button('开始卸货', gateCalls.start),
        button('结束卸货', gateCalls.end),
        button('离场', gateCalls.leave),
      ],
    },
    'wts.singleItemForecast': {
      calls: forecastCalls,
      buttons: [
        button('计算建议', forecastCalls.compute),
        button('生效', forecastCalls.effect),
        button('转预约', forecastCalls.toAppointment),
        button('取消', forecastCalls.cancel),
      ],
    },
  },
}
