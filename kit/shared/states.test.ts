import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentStates } from './document.ts'
import { AppError } from './errors.ts'
import { canDo, closedBy, guardState, stateLabel } from './states.ts'

const table = documentStates('admin:sample')
const actions = Object.keys(table.actions).filter(
  (name): name is keyof typeof table.actions => name in table.actions,
)

test('an action from a wrong state is 409 and names the state', () => {
  expect(() => guardState(table, 'submit', 1)).toThrow(new AppError(409, '当前状态为审核通过，不能提交'))
})

test('an action that a state does not allow says so, one that it allows says nothing', () => {
  expect(closedBy(table, 'edit', 1)).toBe('审核通过，不能编辑')
  expect(closedBy(table, 'edit', 2)).toBeNull()
})

test('whatever is done, a document only moves along its table', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...actions), { maxLength: 30 }), (steps) => {
      let state: number = -1
      let submitted = 0
      let passed = 0
      for (const step of steps) {
        if (!canDo(table, step, state)) {
          expect(() => guardState(table, step, state)).toThrow(stateLabel(table, state))
          continue
        }
        guardState(table, step, state)
        const next = table.actions[step].to
        if (step === 'submit') submitted++
        if (step === 'pass') passed++
        state = next ?? state
      }
      // Passed at most once, and never without having been handed in: nothing leads out of 审核通过.
      expect(passed).toBeLessThanOrEqual(Math.min(1, submitted))
    }),
  )
})

test('every state a table leads to is one of its states', () => {
  const known: number[] = table.states.map((one) => one.value)
  for (const action of Object.values(table.actions)) {
    for (const from of action.from) expect(known).toContain(from)
    if (action.to !== undefined) expect(known).toContain(action.to)
  }
})
