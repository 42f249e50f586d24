import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { insertRow, updateRow } from '#kit/server/rows.ts'
import { change } from '#kit/server/serve.ts'
import { actorOf, recordChange, touch } from '#kit/server/transaction.ts'
import { conflict, refuse } from '#kit/shared/errors.ts'
import { processNotFound } from '../engine/refusals.ts'
import type { Process } from '../model/types.ts'
import { definitionCalls as calls } from './definition.calls.ts'
import { processHead } from './definition.entity.ts'
import { draftOf, dropDraft, dropEmpty, lockedHead, lockHead, newestOf } from './head.server.ts'
import { readKnown } from './known.server.ts'
import type { Written } from './reading.ts'
import { invalidModel, noDraft } from './text.ts'

interface Deployed {
  id: number
  revision: number
  /** the newest version before it said the same */
  same: boolean
}

/** Makes a new version; the caller has locked the name. */
async function addVersion(
  tx: Tx,
  written: Written,
  { category, note }: { category: string; note: string },
): Promise<Deployed> {
  const { name, displayName, checksum } = written
  const newest = await newestOf(tx, name)
  const revision = (newest?.revision ?? 0) + 1
  const { id } = await tx
    .insertInto('processDefinition')
    .values({
      name,
      revision,
      displayName,
      category,
      json: sql<Process>`${written.json}::json`,
      xml: written.xml,
      checksum,
      note,
      calls: written.calls,
      createBy: actorOf(tx).adminId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  logVersion(tx, { id, name, revision }, null, { revision, note, checksum })
  return { id, revision, same: newest?.checksum === checksum }
}

function logVersion(
  tx: Tx,
  { id, name, revision }: { id: number; name: string; revision: number },
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): void {
  recordChange(tx, { type: 'processDefinition', id, title: `${name} v${revision}`, before, after })
  touch(tx, 'processDefinition')
}

/** A version for change; 404 when it is not there. The name is locked before, as in every other change of it. */
async function lockVersion(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('processDefinition')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw processNotFound()
  const head = await lockHead(tx, found.name)
  // No instance can begin on it while it is locked: they refer to its row.
  const row = await tx
    .selectFrom('processDefinition')
    .select(['id', 'name', 'revision', 'enabled'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw processNotFound()
  return { row, head }
}

/** Versions: made, switched, deleted; what they say never changes. Workflow §3.2. */
export const deployServed = [
  change(calls.deploy, async (tx, _who, { name, text, category, note, version }) => {
    if (name === '' && text === '') throw refuse('请输入流程内容', 'text')
    // A draft is read after its name is locked, so that what is deployed is what was saved last.
    const draftHead = text === '' ? await lockedHead(tx, name, version) : null
    const source = text === '' ? (await draftOf(tx, name))?.json : text
    if (source === undefined) throw noDraft()
    const { written, problems } = await readKnown(tx, source, { withXml: true })
    if (written === null || problems.some((one) => one.level === 'error')) throw invalidModel(problems)
    if (name !== '' && written.name !== name)
      throw refuse(`流程编码「${written.name}」与「${name}」不一致`, 'name')
    const head = draftHead ?? (await lockHead(tx, written.name, version))
    const values = {
      displayName: written.displayName,
      category: category === '' ? (head?.category ?? '') : category,
    }
    const deployed = await addVersion(tx, written, { category: values.category, note })
    const now =
      head === null
        ? await insertRow(tx, processHead, { name: written.name, ...values })
        : await updateRow(tx, processHead, head, values)
    const draft = await draftOf(tx, written.name)
    if (draft !== undefined && draft.checksum === written.checksum) await dropDraft(tx, now)
    return { ...deployed, name: written.name, problems }
  }),
  change(calls.status, async (tx, _who, { id, status }) => {
    const { row } = await lockVersion(tx, id)
    if (row.enabled === status) return
    await tx.updateTable('processDefinition').set({ enabled: status }).where('id', '=', id).execute()
    logVersion(tx, row, { enabled: row.enabled }, { enabled: status })
  }),
  change(calls.remove, async (tx, _who, { id }) => {
    const { row, head } = await lockVersion(tx, id)
    const used = await tx
      .selectFrom('processInstance')
      .select('id')
      .where('definitionId', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (used !== undefined) throw conflict('该版本已有流程实例，不能删除，可以停用')
    await tx.deleteFrom('processDefinition').where('id', '=', id).execute()
    logVersion(tx, row, { revision: row.revision }, null)
    if (head !== null) await dropEmpty(tx, head)
  }),
]
