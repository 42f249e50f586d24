// A worker that compares what the bank told with the accounts, and is going to be killed.

import { movedEvent } from '#domains/accounts/account/post.server.ts'
import { bankForm } from '#domains/accounts/bank/bank.config.server.ts'
import { LINE_RECEIVED, matchWaiting } from '#domains/accounts/bank/match.server.ts'
import { declareForms } from '#domains/settings/settings.door.ts'
import { openDatabase, openPool } from '#kit/server/database.ts'
import { declareEvent } from '#kit/server/outbox.ts'
import { register } from '#kit/server/points.ts'

const [url = ''] = process.argv.slice(2)
const pool = openPool(url, 2)
const db = openDatabase(pool)
register(db, [
  movedEvent,
  ...declareForms(bankForm),
  declareEvent(LINE_RECEIVED, ['bankLineId', 'vacctNo', 'amount', 'purpose']),
])
await matchWaiting(db)
await pool.end()
