import { createHmac } from 'node:crypto'
import { tableCache } from '#kit/server/cache.ts'
import type { Db } from '#kit/server/database.ts'
import { contextOf, namedPoint, type Registration } from '#kit/server/points.ts'
import { decryptSecret, encryptSecret } from '#kit/server/secrets.ts'
import type { FieldError } from '#kit/shared/errors.ts'
import { type Field, type RowOf, rowIn, type Shape } from '#kit/shared/field.ts'
import { recordOf } from '#kit/shared/record.ts'
import { wireOfText } from './form.text.ts'

/** Where a form stands in 系统设置. */
export const FORM_CATEGORIES = ['系统', '应用', '支付', '其他'] as const
export type FormCategory = 0 | 1 | 2 | 3

/** A form of the configuration, declared in code: the keys are the names of the fields. Platform §7.1. */
export interface Form<S extends Shape = Shape> {
  readonly id: number
  readonly title: string
  readonly category: FormCategory
  readonly shape: S
  /** keys anybody with a session may read by getuniq */
  readonly public: ReadonlySet<string>
  /** keys that are stored encrypted and shown as ****** */
  readonly secret: ReadonlySet<string>
  /** of secrets that go to an address of a form, mostly the same one: the key of that address */
  readonly sentTo: Readonly<Record<string, string>>
  /** what is wrong with the values together */
  check?(values: RowOf<S>): FieldError[]
  /** its values by the stored texts they were read from: every request asks for some form */
  readonly kept: WeakMap<ReadonlyMap<string, string>, RowOf<S>>
}

const forms = namedPoint<Form>('Config form')
const formOfKey = namedPoint<Form>('Config key')

/** Registers forms of a room. Doors §3 declareForm. */
export const declareForms = (...given: readonly Form[]): Registration[] =>
  given.flatMap((one) => [
    forms.as(String(one.id), one),
    ...Object.keys(one.shape).map((key) => formOfKey.as(key, one)),
  ])

/** Makes a form; its room registers it (declareForms). Platform §7.1. */
export function form<const S extends Shape>(
  id: number,
  title: string,
  category: FormCategory,
  shape: S,
  facts: {
    public?: readonly (keyof S & string)[]
    secret?: readonly (keyof S & string)[]
    sentTo?: Readonly<Record<string, string>>
    check?: (values: RowOf<S>) => FieldError[]
  } = {},
): Form<S> {
  return {
    id,
    title,
    category,
    shape,
    public: new Set(facts.public),
    secret: new Set(facts.secret),
    sentTo: { ...facts.sentTo },
    ...(facts.check === undefined ? {} : { check: facts.check }),
    kept: new WeakMap(),
  }
}

export const findForm = (db: Db, id: number): Form | undefined => forms.of(db, String(id))

export function findKey(db: Db, key: string): { form: Form; field: Field } | undefined {
  const found = formOfKey.of(db, key)
  const field = found?.shape[key]
  return found === undefined || field === undefined ? undefined : { form: found, field }
}

/** The forms of every room, by their numbers. */
export const allForms = (db: Db): Form[] => [...forms.all(db).values()]

// ---- values

/** The value of a key nobody has set. */
export function defaultOf(field: Field): unknown {
  return field.initial ?? field.empty ?? null
}

// ---- reading

export const sealSecret = (db: Db, text: string): string =>
  text === '' ? '' : encryptSecret(contextOf(db).secretKey, text)
export const openSecret = (db: Db, text: string): string =>
  text === '' ? '' : decryptSecret(contextOf(db).secretKey, text)

/** A hash that nobody can try values against who has only the database: codes have a million of them. */
export const keyedHash = (db: Db, text: string): string =>
  createHmac('sha256', contextOf(db).secretKey).update(text).digest('hex')

const HIDDEN = '******'

/** Every stored text by key, secrets still sealed; kept until systemConfig changes in any process. */
export const configCache = tableCache(
  'config',
  '系统配置',
  ['systemConfig'],
  async (db) => {
    const rows = await db.selectFrom('systemConfig').select(['name', 'value']).execute()
    return new Map(rows.map((row) => [row.name, row.value] as const))
  },
  {
    keys: (texts) => texts.keys(),
    value: (texts, key, db) => (findKey(db, key)?.form.secret.has(key) === false ? texts.get(key) : HIDDEN),
  },
)
export const storedTexts = configCache.read

/** The typed value of a key out of its stored text; a text that no longer fits the declaration gives the default. */
export function valueOfKey(db: Db, of: Form, key: string, stored: string | undefined): unknown {
  const field = of.shape[key]
  if (field === undefined) throw new Error(`Config key ${key} is not declared in form ${of.id}`)
  if (stored === undefined) return defaultOf(field)
  const text = of.secret.has(key) ? openSecret(db, stored) : stored
  const result = field.schema.safeParse(wireOfText(field, text))
  return result.success ? result.data : defaultOf(field)
}

/** The values of a form, frozen, typed as its fields, defaults for what nobody set; secrets in plain. Doors §4. */
export async function settingsOf<S extends Shape>(db: Db, of: Form<S>): Promise<RowOf<S>> {
  const texts = await storedTexts(db)
  const kept = of.kept.get(texts)
  if (kept !== undefined) return kept
  const read = recordOf(Object.keys(of.shape), (key) => valueOfKey(db, of, key, texts.get(key)))
  const values = Object.freeze(rowIn(of.shape, read))
  of.kept.set(texts, values)
  return values
}
