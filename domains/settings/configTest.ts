import type { Db } from '#kit/server/database.ts'
import { namedPoint, type Registration } from '#kit/server/points.ts'
import { conflict } from '#kit/shared/errors.ts'

/** Tries what the stored values of a form lead to; answers what a person may read of it, or refuses. */
type RunTest = (db: Db) => Promise<string>

const tests = namedPoint<RunTest>('Test of config form')

/** A room tells how 测试连接 of a form tries its stored values. Platform §7.1. */
export const declareConfigTest = (formId: number, run: RunTest): Registration => tests.as(String(formId), run)

export const isTestable = (db: Db, formId: number): boolean => tests.of(db, String(formId)) !== undefined

/** Runs the test of a form; 409 when it has none. Never inside a transaction. */
export function runConfigTest(db: Db, formId: number): Promise<string> {
  const run = tests.of(db, String(formId))
  if (run === undefined) throw conflict('该表单没有可测试的连接')
  return run(db)
}
