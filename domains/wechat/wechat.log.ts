import type { Db } from '#kit/server/database.ts'
import { writeOperLog } from '#kit/server/log.ts'
import type { CallRequest } from '#kit/server/serve.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { Call } from '#kit/shared/call.ts'

/** Logs what a person changed at the platform, where no row of ours changes with it. Platform §15.1 (12). */
export function logOwn<In, W, Out, OW>(
  db: Db,
  who: Who,
  call: Call<In, W, Out, OW>,
  input: unknown,
  request: CallRequest,
  startTime: number,
): Promise<void> {
  return inTransaction(db, who, (tx) => writeOperLog(tx, call, input, request, startTime))
}
