import { type Act, act } from '#kit/web/actions.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { instanceCalls } from '../instance/instance.calls.ts'
import { PRINT_PAGE } from '../workflow.addresses.ts'
import { openTrace } from './openTrace.tsx'

/** 查看: where the process of a row stands. */
export function traceAct<R>(instanceOf: (row: R) => number): Act<R> {
  return act({
    label: '查看',
    permission: instanceCalls.trace,
    run: (row) => void openTrace({ instanceId: instanceOf(row) }),
  })
}

/** 打印审批单, on a page of its own. */
export function printAct<R>(instanceOf: (row: R) => number): Act<R> {
  return act({
    label: '打印审批单',
    permission: instanceCalls.trace,
    run: (row) => goTo(`${PRINT_PAGE}/${instanceOf(row)}`),
  })
}
