import { sql } from 'kysely'
import type { Db, Tx } from '#kit/server/database.ts'
import { cleanHtml } from '#kit/server/html/html.ts'
import { joinRows } from '#kit/server/joins.ts'
import { namesPrivateHost, PRIVATE_ADDRESS } from '#kit/server/outsideAddress.ts'
import { change, own, read, type Served } from '#kit/server/serve.ts'
import { recordChange, touch } from '#kit/server/transaction.ts'
import { demand, type Who } from '#kit/server/who.ts'
import { type FieldError, forbidden, notFound, refuse, refuseFields, stale } from '#kit/shared/errors.ts'
import { configCalls as calls, changeRow, type FormField } from './config.calls.ts'
import { isTestable, runConfigTest } from './configTest.ts'
import { textOf, wireOfText } from './form.text.ts'
import {
  allForms,
  type Form,
  findForm,
  findKey,
  sealSecret,
  settingsOf,
  storedTexts,
  valueOfKey,
} from './form.ts'
import { uploadForm } from './forms.ts'
import { forgetAccount } from './services/account.ts'
import { overriddenBy } from './services/bases.ts'

const HIDDEN = '******'
const ONEPASS_BASE = 'onepass_base'
const UNKNOWN = '未知的配置项'

function formOf(db: Db, id: number): Form {
  const found = findForm(db, id)
  if (found === undefined) throw notFound('表单不存在')
  return found
}

/** The text a person sees for a key: never a secret, only that there is one. */
async function shownText(db: Db, of: Form, key: string): Promise<string> {
  const stored = (await storedTexts(db)).get(key)
  if (of.secret.has(key)) return stored ? HIDDEN : ''
  const field = of.shape[key]
  return field === undefined ? '' : textOf(field, valueOfKey(db, of, key, stored))
}

async function versionOf(db: Db, formId: number): Promise<number> {
  const row = await db
    .selectFrom('systemConfigForm')
    .select('version')
    .where('formId', '=', formId)
    .executeTakeFirst()
  return row?.version ?? 1
}

/** Raises the version of a form; its row is the lock under which one save follows another. 409 on a stale one. */
async function raiseVersion(tx: Tx, formId: number, version: number | null): Promise<void> {
  await tx
    .insertInto('systemConfigForm')
    .values({ formId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('systemConfigForm')
    .select('version')
    .where('formId', '=', formId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (version !== null && version !== row.version) throw stale()
  await tx
    .updateTable('systemConfigForm')
    .set({ version: sql`"version" + 1` })
    .where('formId', '=', formId)
    .execute()
}

/** The text to store for what was sent; a secret sent as ****** stays as it is. */
function textToStore(of: Form, key: string, sent: unknown): { text: string } | { reason: string } | null {
  const field = of.shape[key]
  if (field === undefined) return { reason: UNKNOWN }
  if (of.secret.has(key) && sent === HIDDEN) return null
  const result = field.schema.safeParse(typeof sent === 'string' ? wireOfText(field, sent) : sent)
  if (!result.success) return { reason: result.error.issues[0]?.message ?? `${field.label}格式不正确` }
  return { text: textOf(field, result.data) }
}

async function stored(of: Form, name: string, text: string): Promise<string> {
  const field = of.shape[name]
  return field?.type === 'html' ? cleanHtml(text, field.label) : text
}

/** Stores keys of a form, all or none: checked like any input, secrets sealed, before and after in the log. */
async function saveKeys(
  tx: Tx,
  who: Who,
  of: Form,
  sent: readonly { name: string; value: unknown }[],
  version: number | null,
): Promise<void> {
  const errors: FieldError[] = []
  const texts = new Map<string, string>()
  for (const { name, value } of sent) {
    const found = textToStore(of, name, value)
    if (found === null) continue
    if ('text' in found) texts.set(name, await stored(of, name, found.text))
    else errors.push({ field: name, message: found.reason })
  }
  if (errors.length === 0) errors.push(...(await addressErrors(tx, of, texts)))
  if (errors.length === 0 && of.check !== undefined)
    errors.push(
      ...broughtAbout(of.check(await valuesWith(tx, of, texts)), of.check(await settingsOf(tx, of)), texts),
    )
  if (errors.length > 0) throw refuseFields(errors)
  const platform = (await storedTexts(tx)).get(ONEPASS_BASE) ?? ''
  await raiseVersion(tx, of.id, version)
  const rows = await tx.selectFrom('systemConfig').selectAll().where('formId', '=', of.id).execute()
  for (const [name, text] of texts)
    await saveKey(tx, who, of, name, text, rows.find((row) => row.name === name)?.value)
  const moved = texts.get(ONEPASS_BASE)
  if (moved !== undefined && originOf(moved) !== originOf(platform)) await forgetAccount(tx)
  touch(tx, 'systemConfig')
}

/** Without what was wrong already: a key that nobody touched keeps nobody from saving another one. */
function broughtAbout(
  errors: readonly FieldError[],
  before: readonly FieldError[],
  sent: ReadonlyMap<string, string>,
): FieldError[] {
  return errors.filter(
    ({ field, message }) =>
      sent.has(field) || !before.some((one) => one.field === field && one.message === message),
  )
}

/** Where a service listens: scheme, host and port; '' for none. */
const originOf = (address: string): string => URL.parse(address)?.origin ?? address

/**
 * What is wrong with addresses that change: a private one is refused, and a secret that is stored is not sent to a place
 * it was not given for, but asked for again.
 */
async function addressErrors(tx: Tx, of: Form, texts: ReadonlyMap<string, string>): Promise<FieldError[]> {
  const stored = await storedTexts(tx)
  const errors: FieldError[] = []
  for (const [name, text] of texts) {
    const before = String(valueOfKey(tx, of, name, stored.get(name)) ?? '')
    if (text === '' || originOf(before) === originOf(text)) continue
    if (isAddress(tx, name) && namesPrivateHost(text))
      errors.push({ field: name, message: `${of.shape[name]?.label ?? name}${PRIVATE_ADDRESS}` })
    for (const { form, secret, label } of secretsFor(tx, name)) {
      if (texts.has(secret) || (stored.get(secret) ?? '') === '') continue
      if (form === of) errors.push({ field: secret, message: `地址已变更，请重新输入${label}` })
      else errors.push({ field: name, message: `请先在“${form.title}”中清空${label}，再修改地址` })
    }
  }
  return errors
}

/** The secrets that go to an address, of any form. */
const secretsFor = (db: Db, address: string): { form: Form; secret: string; label: string }[] =>
  allForms(db).flatMap((form) =>
    Object.entries(form.sentTo)
      .filter(([, to]) => to === address)
      .map(([secret]) => ({ form, secret, label: form.shape[secret]?.label ?? secret })),
  )

/** Keys of addresses the product itself calls. */
const isAddress = (db: Db, name: string): boolean => name === ONEPASS_BASE || secretsFor(db, name).length > 0

/** The values of a form as they would be with some texts stored. */
async function valuesWith(
  tx: Tx,
  of: Form,
  texts: ReadonlyMap<string, string>,
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...(await settingsOf(tx, of)) }
  for (const [name, text] of texts) {
    const field = of.shape[name]
    if (field !== undefined) values[name] = field.schema.parse(wireOfText(field, text))
  }
  return values
}

async function saveKey(
  tx: Tx,
  who: Who,
  of: Form,
  name: string,
  text: string,
  stored: string | undefined,
): Promise<void> {
  const field = of.shape[name]
  if (field === undefined) return
  const isSecret = of.secret.has(name)
  const old = textOf(field, valueOfKey(tx, of, name, stored))
  if (old === text && stored !== undefined) return
  const value = isSecret ? sealSecret(tx, text) : text
  const columns = {
    title: field.label,
    formId: of.id,
    value,
    updateBy: who.adminId === 0 ? null : who.adminId,
  }
  const row = await tx
    .insertInto('systemConfig')
    .values({ name, ...columns })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...columns, updateTime: sql`now()` }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const logged = (plain: string, secret: string) => ({ [field.label]: isSecret ? secret : plain })
  if (old === text) return
  recordChange(tx, {
    type: 'systemConfig',
    id: row.id,
    title: `${of.title} ${field.label}`,
    before: logged(old, '变更前'),
    after: logged(text, '已变更'),
  })
  await tx
    .insertInto('systemConfigHistory')
    .values({
      formId: of.id,
      name,
      before: isSecret ? '' : old,
      after: isSecret ? '' : text,
      createBy: columns.updateBy,
    })
    .execute()
}

/** The changes of a form's keys, the latest first; keys that are no longer declared are left out. Platform §7.1. */
async function historyOf(db: Db, who: Who, formId: number, { page, limit }: { page: number; limit: number }) {
  const of = findForm(db, formId)
  if (of === undefined) return { list: [], total: 0, page, limit, totalPage: 0 }
  const keys = Object.keys(of.shape)
  const found = db.selectFrom('systemConfigHistory').where('formId', '=', of.id).where('name', 'in', keys)
  const { n } = await found.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const titled = rows.map((row) => ({
    ...row,
    title: of.shape[row.name]?.label ?? row.name,
    secret: of.secret.has(row.name) ? (1 as const) : (0 as const),
  }))
  const list = await joinRows(db, who, { byName: changeRow.byName }, titled)
  const total = Number(n)
  return { list, total, page, limit, totalPage: Math.ceil(total / limit) }
}

function declarationOf(db: Db, of: Form): FormField[] {
  return Object.entries(of.shape).map(([name, field]) => ({
    name,
    title: field.label,
    type: field.type,
    required: field.required === true,
    secret: of.secret.has(name),
    initial: field.initial === undefined ? '' : textOf(field, field.initial),
    fixed: overriddenBy(db, name) !== undefined,
    help: overriddenBy(db, name) ?? field.help ?? '',
    max: field.max,
    min: field.min,
    decimals: field.decimals,
    pattern: field.pattern && { source: field.pattern.source, flags: field.pattern.flags },
    message: field.message,
    dict: field.dict,
    ref: field.ref,
    many: field.many,
    choices: field.choices?.map(({ value, label }) => ({ value, label })),
  }))
}

export const servedConfig: readonly Served[] = [
  read(calls.info, async (db, _who, { formId }) => {
    const of = formOf(db, formId)
    const texts: Record<string, string> = {}
    // The version first: values changed meanwhile then meet a stale version at the next save.
    const version = await versionOf(db, formId)
    for (const key of Object.keys(of.shape)) texts[key] = await shownText(db, of, key)
    return Object.assign(texts, { id: formId, version })
  }),
  change(calls.saveForm, (tx, who, { id, version, fields }) =>
    saveKeys(tx, who, formOf(tx, id), fields, version),
  ),
  change(calls.saveUniq, async (tx, who, { key, value }) => {
    const found = findKey(tx, key)
    if (found === undefined) throw refuse(UNKNOWN, 'key')
    await saveKeys(tx, who, found.form, [{ name: key, value }], null)
  }),
  read(calls.getUniq, async (db, who, { key }) => {
    const found = findKey(db, key)
    if (found === undefined) throw refuse(UNKNOWN, 'key')
    if (found.form.secret.has(key)) throw forbidden()
    if (!found.form.public.has(key)) demand(who, calls.info.permission)
    return shownText(db, found.form, key)
  }),
  read(calls.size, (db) => settingsOf(db, uploadForm)),
  own(calls.test, async (db, _who, { formId }) => {
    const of = formOf(db, formId)
    return { message: await runConfigTest(db, of.id) }
  }),
  read(calls.history, (db, who, { formId, ...paging }) => historyOf(db, who, formId, paging)),
  read(calls.form, async (db, _who, { formId }) => {
    const of = formOf(db, formId)
    return {
      id: of.id,
      title: of.title,
      category: of.category,
      fields: declarationOf(db, of),
      testable: isTestable(db, of.id),
    }
  }),
]
