import type { Call } from '#kit/shared/call.ts'
import { type Act, act, whyNot } from './actions.tsx'
import { confirm } from './confirm.tsx'
import type * as dialog from './FailuresDialog.tsx'
import { CallError } from './request.ts'
import { toastSuccess } from './toast.ts'

/** What could not be done with a row, or with a part of it, and why. */
export interface Failure {
  name: string
  reason: string
}

interface Each<R> {
  rows: readonly R[]
  /** what is done, e.g. 提交 */
  label: string
  /** what a row is called when it was refused */
  nameOf: (row: R) => string
  /** one row; says by `fail` what was refused within a row that was not refused as a whole */
  work: (row: R, fail: (failure: Failure) => void) => Promise<unknown>
  /** what is told besides, e.g. rows that it was not tried with */
  others?: readonly Failure[]
}

/**
 * Does one thing with each row, one after the other, and tells how far it is. Rows that refuse do not stop the others; what
 * was refused, and what was left when the person cancelled, is listed with its reason. Screens §2, §5.
 */
export async function eachRow<R>({ rows, label, nameOf, work, others = [] }: Each<R>): Promise<void> {
  const { showProgress } = await import('./progress.tsx')
  const progress = showProgress(label, rows.length)
  const failures = [...others]
  let done = 0
  try {
    for (const row of rows) {
      if (progress.cancelled()) {
        failures.push({ name: nameOf(row), reason: '已取消，未处理' })
        continue
      }
      const before = failures.length
      try {
        await work(row, (failure) => void failures.push(failure))
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        // Without a session or a connection the others would fail alike.
        if (error.code === 401 || error.code === 0) return
        failures.push({ name: nameOf(row), reason: error.message })
      }
      if (failures.length === before) done++
      progress.step()
    }
  } finally {
    progress.close()
  }
  await tellResult(label, done, failures)
}

/** What became of many: that all is done, or else a dialog with each that was refused and why. */
export async function tellResult(label: string, done: number, failures: readonly Failure[]): Promise<void> {
  if (failures.length === 0) toastSuccess('操作成功')
  else await showFailures(label, done, failures)
}

// Most who look at a list do nothing with several rows: the dialog comes with its first use.
export const showFailures: typeof dialog.showFailures = async (...asked) =>
  (await import('./FailuresDialog.tsx')).showFailures(...asked)

interface BatchFacts<R> extends Pick<Each<R>, 'nameOf'> {
  label: string
  /** the call it ends in, or a permission code */
  permission: Call | string
  danger?: boolean
  /** the same for one row, which says with which of the chosen ones it can be done and why not with the others */
  of: Act<R>
  /** asked before; left out: the work asks itself */
  prompt?: (rows: readonly R[]) => string
  /** gets the rows it can be done with, and the others to be told with what fails */
  run: (rows: readonly R[], others: readonly Failure[]) => Promise<unknown>
}

/**
 * An action over those of the chosen rows that it can be done with; off where the state of none allows it, and not there
 * where it concerns none. Screens §2.
 */
export function batchAct<R>(facts: BatchFacts<R>): Act<readonly R[]> {
  const { label, permission, danger = false, of, nameOf, prompt, run } = facts
  const fits = (row: R) => whyNot(of, row) === null
  return act({
    label,
    permission,
    danger,
    when: (rows) => rows.some((row) => of.may(row)),
    off: (rows) => (rows.some(fits) ? null : `选中的都不能${of.label}`),
    async run(rows) {
      const fit = rows.filter(fits)
      const others = rows.flatMap((row) => {
        const reason = whyNot(of, row)
        return reason === null ? [] : [{ name: nameOf(row), reason }]
      })
      if (prompt !== undefined && !(await confirm(prompt(fit), { danger }))) return
      await run(fit, others)
    },
  })
}

/** When an action that asks one call for all the chosen rows is there: it concerns one of them, and is off until all. */
export const forAll = <R>(fits: (row: R) => boolean, reason: string) => ({
  when: (rows: readonly R[]): boolean => rows.some(fits),
  off: (rows: readonly R[]): string | null => (rows.every(fits) ? null : reason),
})
