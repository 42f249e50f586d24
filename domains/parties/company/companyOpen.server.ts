import type { Db, Tx } from '#kit/server/database.ts'
import { refusalOf } from '#kit/server/dbErrors.ts'
import { submitDocument } from '#kit/server/document.ts'
import { insertRow, lockRow, readRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { actorOf } from '#kit/server/transaction.ts'
import type { InOf } from '#kit/shared/call.ts'
import type { Entity, EntityRow } from '#kit/shared/entity.ts'
import { AppError, refuse } from '#kit/shared/errors.ts'
import { invoiceTo } from '../partner/invoiceTo.entity.ts'
import { companyQuality } from '../partner/licence/quality.entity.ts'
import { makeQuality, qualityType } from '../partner/licence/quality.server.ts'
import { invoiceToHandlers, payerHandlers, shipToHandlers, type Writing } from '../partner/partner.server.ts'
import { payer } from '../partner/payer.entity.ts'
import { shipTo } from '../partner/shipTo.entity.ts'
import { shouda } from '../partner/shouda.entity.ts'
import { shoudaType, shoudaWriting } from '../partner/shouda.server.ts'
import { company } from './company.entity.ts'
import { companyType, makeCompany } from './company.server.ts'
import { openCalls } from './companyOpen.calls.ts'
import { orgUser } from './orgUser.entity.ts'
import { prepareUser } from './orgUser.server.ts'

type Opening = InOf<typeof openCalls.open>

/** Lets what is refused of a part stand at its field there: payer.taxNo. */
async function part<T>(db: Db, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const refusal = error instanceof AppError ? error : refusalOf(db, error)
    if (!Array.isArray(refusal?.data)) throw error
    throw new AppError(
      refusal.code,
      refusal.message,
      refusal.data.map(({ field, message }) => ({ field: `${name}.${field}`, message })),
    )
  }
}

/** Writes a partner as its own save call does; answers its id. */
async function write<E extends Entity>(
  tx: Tx,
  of: E,
  writing: Writing<E>,
  values: Partial<EntityRow<E>>,
): Promise<number> {
  const ready = await writing.prepare(tx, values, null)
  const row = await insertRow(tx, of, ready)
  await writing.savedAll(tx, [{ row, before: null, values: ready }])
  return row.id
}

/** A company the person would not see afterwards cannot be given partners by them. */
async function checkOwn(tx: Tx, id: number): Promise<void> {
  await readRow(tx, actorOf(tx), company, id).catch((error: unknown) => {
    throw error instanceof AppError ? refuse('只能为本人负责的单位开户', 'agentId') : error
  })
}

/** Opens a company with all it needs to buy; the first thing refused undoes everything. Catalog §10. */
async function openWhole(tx: Tx, { licences, submit, confirmed, ...given }: Opening): Promise<number> {
  const {
    id: companyId,
    licenceFile,
    licenceEnd,
  } = await part(tx, 'company', async () => {
    const made = await makeCompany(tx, given.company)
    await checkOwn(tx, made.id)
    return made
  })
  const own = { companyId, isDefault: 1 as const }
  const payerId = await part(tx, 'payer', () =>
    write(tx, payer, payerHandlers.writing, { ...given.payer, ...own }),
  )
  const shipToId = await part(tx, 'shipTo', () =>
    write(tx, shipTo, shipToHandlers.writing, { ...given.shipTo, ...own }),
  )
  const invoice = { ...given.invoiceTo, ...own, confirmed }
  const invoiceId = await part(tx, 'invoiceTo', () =>
    write(tx, invoiceTo, invoiceToHandlers.writing, invoice),
  )
  const links = [payerId, shipToId, invoiceId].map((partnerId, index) => ({
    role: index + 1,
    partnerId,
    isDefault: 1,
  }))
  const soldTo = { ...given.shouda, ...own, links }
  const shoudaId = await part(tx, 'shouda', () => write(tx, shouda, shoudaWriting, soldTo))
  await part(tx, 'user', async () => {
    const values = { ...given.user, orgId: companyId, isAdmin: 1 as const, shoudaIds: [shoudaId] }
    await insertRow(tx, orgUser, await prepareUser(tx, values, null))
  })
  const qualityId =
    licences.length === 0 ? null : await openFile(tx, { companyId, licences, licenceFile, licenceEnd })
  if (submit === 1) await submitWhole(tx, companyId, shoudaId, qualityId)
  return companyId
}

/** The licences wait for their decision in a qualification file, which needs the business licence as well. */
async function openFile(tx: Tx, values: Parameters<typeof makeQuality>[1]): Promise<number> {
  if (values.licenceFile?.length === 0) throw refuse('请选择营业执照', 'company.licenceFile')
  return (await makeQuality(tx, { ...values, qualityType: 1 })).id
}

async function submitWhole(
  tx: Tx,
  companyId: number,
  shoudaId: number,
  qualityId: number | null,
): Promise<void> {
  const locked = <E extends Entity>(of: E, id: number) => lockRow(tx, of, id, { anyScope: true })
  await part(tx, 'company', async () => submitDocument(tx, companyType, await locked(company, companyId)))
  await part(tx, 'shouda', async () => submitDocument(tx, shoudaType, await locked(shouda, shoudaId)))
  if (qualityId !== null) await submitDocument(tx, qualityType, await locked(companyQuality, qualityId))
}

export const openServed = change(openCalls.open, async (tx, _who, input) => ({
  id: await openWhole(tx, input),
}))
