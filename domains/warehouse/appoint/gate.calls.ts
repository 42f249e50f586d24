import { z } from 'zod'
import { int, ref } from '#kit/fields/shared.ts'
import { answerOf, get, idField, post } from '#kit/shared/call.ts'
import { countsCall, standardCalls } from '#kit/shared/standardCalls.ts'
import { appointmentRegister } from './appointmentRegister.entity.ts'

const AT = '/admin/wts/appointmentRegister'
/** Which dock a vehicle is called to. */
export const calling = { dockNo: int('月台', { required: true, min: 1, max: 99 }) }
const usual = standardCalls(AT, appointmentRegister, { without: ['all'] })

/** Vehicles at the gate. Warehouse §5.10. */
export const gateCalls = {
  ...usual,
  counts: countsCall(usual.list, appointmentRegister.label),
  call: post(`${AT}/call/:id`, {
    title: '叫号',
    input: { id: idField(), ...calling },
  }),
  start: post(`${AT}/unload/start/:id`, { title: '开始卸货', input: { id: idField() } }),
  end: post(`${AT}/unload/end/:id`, {
    title: '结束卸货',
    input: { id: idField(), exception: appointmentRegister.shape.exception },
  }),
  leave: post(`${AT}/leave/:id`, { title: '登记离场', input: { id: idField() } }),
  board: get(`${AT}/board`, {
    title: '叫号看板',
    permission: usual.list.permission,
    input: { warehouseId: ref('仓库', 'warehouse', { required: true }) },
    answer: answerOf(
      z.array(
        z.object({
          id: z.number(),
          queueNo: z.number(),
          plateNo: z.string(),
          supplier: z.string(),
          dockNo: z.number().nullable(),
          status: z.number(),
          /** minutes since the vehicle arrived, or since it is at its dock */
          minutes: z.number(),
        }),
      ),
    ),
  }),
}
