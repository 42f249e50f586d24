import { type Act, stateAct } from '#kit/web/actions.tsx'
import { vacctCalls as calls } from './vacct.calls.ts'
import { vacctStates } from './vacct.states.ts'

/** What the acts look at. */
export const VACCT_READS = ['status'] as const

interface Target {
  readonly id: number
  readonly status: number | null
}

const TOUCHES = ['/admin/cust/vacct']

/** 开通, 停用 and 启用. */
export const vacctActs: readonly Act<Target>[] = [
  stateAct(vacctStates, 'open', calls.turn, {
    when: ({ status }) => status === 0,
    input: ({ id }) => ({ id, status: 1 as const }),
    success: '已开通',
    touches: TOUCHES,
  }),
  stateAct(vacctStates, 'start', calls.turn, {
    when: ({ status }) => status === 2,
    input: ({ id }) => ({ id, status: 1 as const }),
    success: '已启用',
    touches: TOUCHES,
  }),
  stateAct(vacctStates, 'stop', calls.turn, {
    when: ({ status }) => status === 1,
    input: ({ id }) => ({ id, status: 2 as const }),
    success: '已停用',
    touches: TOUCHES,
  }),
]
