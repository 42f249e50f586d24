import { lockRow, updateRow } from '#kit/server/rows.ts'
import { change, own, read, type Served } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { refuseFields } from '#kit/shared/errors.ts'
import { expressCalls as calls } from './express.calls.ts'
import { express, missingOf } from './express.entity.ts'
import { sealSecret } from './form.ts'
import { expressLabel, expressTrace, labelTemplates, syncExpress } from './services/carriers.ts'

/** Stands for a password that is there; sent back it stays as it is. */
const HIDDEN = '******'

/** 422 at every field that the carrier, as it would be stored, asks for and has not. */
function refuseMissing(row: Parameters<typeof missingOf>[0]): void {
  const missing = Object.entries(missingOf(row))
  if (missing.length > 0) throw refuseFields(missing.map(([field, message]) => ({ field, message })))
}

// The options of the carriers hold more than id and name.
const handlers = standardHandlers(
  express,
  { ...calls, all: undefined },
  {
    enrich: async (_db, rows) => rows.map((row) => ({ ...row, password: row.password === '' ? '' : HIDDEN })),
    async prepare(tx, { password, ...values }, before) {
      const kept = password === undefined || password === HIDDEN
      refuseMissing({ ...before, ...values, password: kept ? (before?.password ?? '') : password })
      return { ...values, ...(kept ? {} : { password: sealSecret(tx, password) }) }
    },
    async switching(_tx, row, status) {
      refuseMissing({ ...row, status })
    },
  },
)

export const expressExport = handlers.exporting

export const servedExpress: readonly Served[] = [
  ...handlers.served,
  read(calls.all, (db, _who, { type }) => {
    let query = db
      .selectFrom('express')
      .select(['id', 'code', 'name', 'partnerId', 'partnerKey', 'net'])
      .where('isDel', '=', 0)
    if (type === 'elec') query = query.where('elec', '=', 1).where('status', '=', 1)
    else query = query.where('isShow', '=', 1)
    return query.orderBy('sort', 'desc').orderBy('id').execute()
  }),
  change(calls.show, async (tx, _who, { id, isShow }) => {
    const row = await lockRow(tx, express, id)
    if (row.isShow !== isShow) await updateRow(tx, express, row, { isShow })
  }),
  read(calls.template, async (db, _who, { com }) => {
    const data = await labelTemplates(db, com)
    return { data, count: data.length }
  }),
  own(calls.sync, (db, who) => syncExpress(db, who)),
  // A lookup that is paid for changes the counters only.
  read(calls.trace, (db, _who, { com, num, phone }) => expressTrace(db, com, num, phone)),
  own(calls.label, (db, _who, { weight, ...input }) => expressLabel(db, { ...input, weight: weight ?? 0 })),
]
