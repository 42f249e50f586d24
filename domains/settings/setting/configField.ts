import {
  choice,
  choices,
  date,
  datetime,
  decimal,
  dict,
  files,
  flag,
  html,
  image,
  images,
  int,
  money,
  ref,
  refs,
  text,
  texts,
} from '#kit/fields/shared.ts'
import type { Field, Shape } from '#kit/shared/field.ts'
import type { FormField } from '../config.calls.ts'
import { wireOfText } from '../form.text.ts'

/** What a text may hold when its declaration does not say. */
const TEXT_MAX = 20_000

const bounds = ({ min, max }: FormField) => ({
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
})
const basics = ({ required, help }: FormField) => ({ required, ...(help === '' ? {} : { help }) })

const textFacts = (of: FormField) => ({
  ...basics(of),
  max: of.max ?? TEXT_MAX,
  ...(of.min === undefined ? {} : { min: of.min }),
  ...(of.pattern === undefined ? {} : { pattern: new RegExp(of.pattern.source, of.pattern.flags) }),
  ...(of.message === undefined ? {} : { message: of.message }),
})

// One line per field type a form of the configuration may use.
const MAKERS: Record<string, (of: FormField) => Field> = {
  text: (of) => text(of.title, textFacts(of)),
  longText: (of) => text(of.title, { ...textFacts(of), long: true }),
  texts: (of) => texts(of.title, { ...basics(of), ...bounds(of), each: TEXT_MAX }),
  html: (of) => html(of.title, basics(of)),
  int: (of) => int(of.title, { ...basics(of), ...bounds(of) }),
  decimal: (of) => decimal(of.title, { ...basics(of), ...bounds(of), decimals: of.decimals ?? 0 }),
  money: (of) => money(of.title, basics(of)),
  flag: (of) => flag(of.title, basics(of)),
  choice: (of) => {
    const list = of.choices ?? []
    return of.many ? choices(of.title, list, basics(of)) : choice(of.title, list, basics(of))
  },
  dict: (of) => dict(of.title, of.dict ?? '', basics(of)),
  ref: (of) => ref(of.title, of.ref ?? '', basics(of)),
  refs: (of) => refs(of.title, of.ref ?? '', { ...basics(of), ...bounds(of) }),
  date: (of) => date(of.title, basics(of)),
  datetime: (of) => datetime(of.title, basics(of)),
  image: (of) => image(of.title, basics(of)),
  images: (of) => images(of.title, { ...basics(of), max: of.max ?? 1 }),
  files: (of) => files(of.title, { ...basics(of), ...bounds(of) }),
}

/** The fields of a form as the server declares them; checks over several fields come with its refusals. */
export function shapeOf(fields: readonly FormField[]): Shape {
  return Object.fromEntries(
    fields.map((of) => {
      const make = MAKERS[of.type]
      if (make === undefined) throw new Error(`Field type ${of.type} of ${of.name} cannot be set in a form`)
      return [of.name, make(of)]
    }),
  )
}

/** The wire value behind a text of the configuration; the text itself when it no longer fits its field. */
export function wireValue(field: Field, stored: string): unknown {
  if (stored === '') return field.many ? [] : ''
  const result = field.schema.safeParse(wireOfText(field, stored))
  return result.success ? field.encode(result.data) : stored
}
