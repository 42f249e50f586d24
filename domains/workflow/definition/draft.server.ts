import { change, read } from '#kit/server/serve.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { processNotFound } from '../engine/refusals.ts'
import { staffNames } from '../store/names.server.ts'
import { definitionCalls as calls } from './definition.calls.ts'
import {
  draftOf,
  dropDraft,
  findHead,
  jsonOf,
  keepDraft,
  lockedHead,
  lockHead,
  newestOf,
} from './head.server.ts'
import { readKnown } from './known.server.ts'
import { importFailed, indentJson, noDraft, readText } from './text.ts'

/** The draft of a name: what is edited until it is deployed. A wrong one is kept as well. Workflow §2.1, §3.1. */
export const draftServed = [
  read(calls.draft, async (db, _who, { name }) => {
    const head = await findHead(db, name)
    if (head === null) throw notFound()
    const draft = await draftOf(db, name)
    const newest = await newestOf(db, name)
    const json = draft?.json ?? (newest === null ? '' : await indentJson(await jsonOf(db, newest.id)))
    const names = await staffNames(db, [head.draftBy])
    return {
      name,
      displayName: head.displayName,
      category: head.category,
      version: head.version,
      from: draft === undefined ? ('deployed' as const) : ('draft' as const),
      json,
      same: newest !== null && (draft === undefined || draft.checksum === newest.checksum),
      revision: newest?.revision ?? 0,
      definitionId: newest?.id ?? 0,
      draftTime: head.draftTime === null ? null : Math.floor(head.draftTime.getTime() / 1000),
      draftByName: head.draftBy === null ? '' : (names.get(head.draftBy) ?? ''),
      problems: json === '' ? [] : (await readKnown(db, json)).problems,
    }
  }),
  change(calls.saveDraft, async (tx, _who, { name, category, json, version, isNew }) => {
    const { written, problems } = await readKnown(tx, json)
    const head = await lockHead(tx, name, version)
    if (isNew === 1 && head !== null) throw refuse('流程编码已存在', 'name')
    if (written !== null && written.name !== '' && written.name !== name)
      throw refuse(`流程编码「${written.name}」与草稿「${name}」不一致`, 'name')
    const kept = await keepDraft(tx, name, head, {
      text: json,
      written,
      category: category || head?.category,
    })
    const newest = await newestOf(tx, name)
    return {
      id: kept.head.id,
      version: kept.head.version,
      same: newest !== null && newest.checksum === kept.checksum,
      problems,
    }
  }),
  change(calls.removeDraft, async (tx, _who, { name, version }) => {
    const head = await lockedHead(tx, name, version)
    if (head.hasDraft === 0) throw noDraft()
    await dropDraft(tx, head)
  }),
  change(calls.restore, async (tx, _who, { id, version }) => {
    const row = await tx
      .selectFrom('processDefinition')
      .select('name')
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) throw processNotFound()
    const head = await lockHead(tx, row.name, version)
    const { written } = await readText({ text: await jsonOf(tx, id) })
    await keepDraft(tx, row.name, head, { text: '', written })
  }),
  change(calls.importText, async (tx, _who, { text, category, version }) => {
    const { written, problems } = await readKnown(tx, text)
    if (written === null) throw importFailed(problems, text)
    const noName = problems.find((one) => one.code === 'NAME' || one.code === 'NAME_FORMAT')
    // A draft lies under its name.
    if (noName !== undefined) throw importFailed([noName])
    const head = await lockHead(tx, written.name, version)
    if (head?.hasDraft === 1 && version === null)
      throw conflict(`流程「${written.name}」已有草稿，导入将覆盖草稿`, {
        reason: 'DRAFT_EXISTS',
        name: written.name,
        version: head.version,
      })
    const kept = await keepDraft(tx, written.name, head, {
      text: '',
      written,
      category: category || head?.category,
    })
    return { id: kept.head.id, name: written.name, version: kept.head.version, problems }
  }),
  change(calls.copy, async (tx, _who, { name, to, displayName }) => {
    const head = await findHead(tx, name)
    if (head === null) throw notFound()
    const draft = await draftOf(tx, name)
    const newest = draft === undefined ? await newestOf(tx, name) : null
    const text = draft?.json ?? (newest === null ? '' : await jsonOf(tx, newest.id))
    const { written } = await readText({ text, renamed: { name: to, displayName } })
    if (written === null) throw refuse('草稿内容有误，不能复制', 'name')
    if ((await lockHead(tx, to)) !== null) throw refuse('流程编码已存在', 'to')
    const kept = await keepDraft(tx, to, null, {
      text: '',
      written,
      category: head.category,
    })
    return { id: kept.head.id, name: to }
  }),
]
