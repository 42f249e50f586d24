import type { Db } from '#kit/server/database.ts'
import { failureOf } from '#kit/server/dispatch.ts'
import { writeErrorLog } from '#kit/server/log.ts'
import type { CallRequest } from '#kit/server/serve.ts'
import type { Who } from '#kit/server/who.ts'

/** What a person reads of one line that failed among many; an internal error is kept in the error log. */
export async function messageOf(
  db: Db,
  thrown: unknown,
  request: CallRequest,
  who: Who,
  path: string,
): Promise<{ code: number; message: string }> {
  const { error, internal } = failureOf(db, thrown, request.id)
  if (internal) {
    const { message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown))
    const { adminId } = who
    await writeErrorLog(db, {
      requestId: request.id,
      source: 'server',
      path,
      adminId,
      message,
      stack,
    })
  }
  return { code: error.code, message: error.message }
}
