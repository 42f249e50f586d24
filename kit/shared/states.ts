import { conflict } from './errors.ts'
import type { Choice } from './field.ts'

/** One row of a state table: who may do what from which state, what it asks, where it leads. Frame §7. */
export interface Action<State> {
  /** states it may start from */
  from: readonly State[]
  /** the state it leads to; left out when the action does not change it */
  to?: State
  label: string
  permission: string
  /** asked before it is done */
  prompt?: string
  /** asks for a reason with this label, e.g. 驳回原因 */
  reason?: string
  danger?: boolean
}

export interface StateTable<State extends string | number, A extends string, F extends string = string> {
  readonly field: F
  readonly states: readonly (Choice & { value: State })[]
  readonly actions: { readonly [K in A]: Action<State> }
}

export function stateTable<
  const State extends string | number,
  const A extends string,
  const F extends string,
>(
  field: F,
  states: readonly (Choice & { value: State })[],
  actions: { readonly [K in A]: Action<NoInfer<State>> },
): StateTable<State, A, F> {
  return { field, states, actions }
}

/** The Chinese name of a state. */
export function stateLabel(table: StateTable<string | number, string>, state: unknown): string {
  return table.states.find((one) => one.value === state)?.label ?? String(state)
}

/** Whether the action is open from this state; the screen draws its buttons with it, the server guards with it. */
export function canDo<A extends string>(
  table: StateTable<string | number, A>,
  action: A,
  state: unknown,
): boolean {
  return table.actions[action].from.some((one) => one === state)
}

/** Why an action is not open from this state, as its button says it; null when it is open. Screens §2. */
export const closedBy = <A extends string>(
  table: StateTable<string | number, A>,
  action: A,
  state: unknown,
): string | null =>
  canDo(table, action, state) ? null : `${stateLabel(table, state)}，不能${table.actions[action].label}`

/** Refuses an action from a wrong state: 409 当前状态为{状态}，不能{动作}. */
export function guardState<A extends string>(
  table: StateTable<string | number, A>,
  action: A,
  state: unknown,
): void {
  if (canDo(table, action, state)) return
  throw conflict(`当前状态为${stateLabel(table, state)}，不能${table.actions[action].label}`)
}

/** 启用 or 停用 of what is switched, as the state of its page. */
export const switchState = (status: number): Choice =>
  status === 1 ? { value: 1, label: '启用', means: 'done' } : { value: 0, label: '停用', means: 'off' }
