import { singleItemForecast } from '../forecast/forecast.entity.ts'
import { appointmentRegister } from './appointmentRegister.entity.ts'
import { purchaseAppointment } from './purchaseAppointment.entity.ts'

/** Goods that are expected, and the vehicles that bring them. Warehouse §5.10. */
export const appointEntities = [purchaseAppointment, appointmentRegister, singleItemForecast] as const
