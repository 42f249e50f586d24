import type { Db } from '#kit/server/database.ts'
import { conflict } from '#kit/shared/errors.ts'

/** Tries what the stored values of a form lead to; answers what a person may read of it, or refuses. */
type RunTest = (db: Db) => Promise<string>

const tests = new Map<number, RunTest>()

/** A room tells how 测试连接 of a form tries its stored values; given twice throws. Platform §7.1. */
export function declareConfigTest(formId: number, run: RunTest): void {
  if (tests.has(formId)) throw new Error(`The test of config form ${formId} is declared twice`)
  tests.set(formId, run)
}

export const isTestable = (formId: number): boolean => tests.has(formId)

/** Runs the test of a form; 409 when it has none. Never inside a transaction. */
export function runConfigTest(db: Db, formId: number): Promise<string> {
  const run = tests.get(formId)
  if (run === undefined) throw conflict('该表单没有可测试的连接')
  return run(db)
}
