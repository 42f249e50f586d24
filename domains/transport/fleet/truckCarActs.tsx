import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { truckCarMaster, upkeepCalls } from './fleet.calls.ts'
import { openUpkeep } from './openUpkeep.tsx'
import { ON_THE_WAY } from './truckCar.entity.ts'

/** What the acts need to know of a vehicle. */
interface Car {
  readonly [name: string]: unknown
  readonly id: number
  readonly plateNo: string
  readonly status: number
}

const setAct = (label: string, status: 0 | 1 | 3, prompt: (row: Car) => string): Act<Car> =>
  callAct(truckCarMaster.calls.setStatus, {
    label,
    when: (row) => row.status !== status,
    closed: (row) => (row.status === ON_THE_WAY ? '车辆出车中，回车后才能设置' : null),
    prompt,
    input: ({ id }) => ({ id, status }),
    success: '操作成功',
  })

/** 登记维保, and the states a person sets. Warehouse §6. */
export const ACTIONS: readonly Act<Car>[] = [
  act({ label: '登记维保', permission: upkeepCalls.save, run: (row) => openUpkeep(row) }),
  setAct('送修', 3, ({ plateNo }) => `${plateNo}送修期间不能派车，确定吗？`),
  setAct('恢复可用', 1, ({ plateNo }) => `${plateNo}恢复可用后可以派车，确定吗？`),
  setAct('停用', 0, ({ plateNo }) => `停用后${plateNo}不能再派车，确定停用吗？`),
]
