import { AppError, refuseFields } from '#kit/shared/errors.ts'
import type { Shape } from '#kit/shared/field.ts'
import { isRecord } from '#kit/shared/record.ts'
import { threadWork } from '../threads/inThread.ts'
import { cleanNow } from './clean.ts'

/** Shorter texts are cleaned at once: in less time than a message to a thread and back is worth. */
const SHORT = 4000
/** So many characters of texts just cleaned are remembered, for a moment: they are cleaned again when they are written. */
const MOST_REMEMBERED = 2_000_000
const REMEMBERED_MS = 10_000

const cleanInThread = threadWork<typeof cleanNow>({
  module: new URL('clean.ts', import.meta.url),
  name: 'cleanNow',
  limitMs: 5000,
  tooMuch: '过于复杂，无法处理，请简化排版',
})

const known = new Set<string>()
let remembered = 0
let forgetting: NodeJS.Timeout | undefined

function remember(clean: string): void {
  if (known.has(clean)) return
  if (remembered + clean.length > MOST_REMEMBERED) forget()
  known.add(clean)
  remembered += clean.length
  clearTimeout(forgetting)
  forgetting = setTimeout(forget, REMEMBERED_MS).unref()
}

function forget(): void {
  known.clear()
  remembered = 0
}

/**
 * Rich text as it may be stored (see `cleanNow`), without stopping others while it is cleaned. 422 `label` and what it
 * has too much of: depth, tags, attributes, or time. Platform §5.3.
 */
export async function cleanHtml(html: string, label = '内容'): Promise<string> {
  if (known.has(html)) return html
  try {
    if (html.length <= SHORT) return cleanNow(html)
    const clean = await cleanInThread(html)
    remember(clean)
    return clean
  } catch (error) {
    throw error instanceof AppError && error.code === 422
      ? new AppError(422, `${label}${error.message}`)
      : error
  }
}

/** The names of rich texts in a shape, and of lines that hold some. */
const placesOf = new WeakMap<Shape, readonly string[]>()

function places(shape: Shape): readonly string[] {
  const found = placesOf.get(shape)
  if (found !== undefined) return found
  const names = Object.entries(shape).flatMap(([name, field]) =>
    field.type === 'html' || (field.shape !== undefined && places(field.shape).length > 0) ? [name] : [],
  )
  placesOf.set(shape, names)
  return names
}

/**
 * Values with their rich texts cleaned, those in lines and records too; the same object when there are none. 422 at the
 * field. Architecture §4.
 */
export async function cleanValues<V extends Readonly<Record<string, unknown>>>(
  shape: Shape,
  values: V,
  at = '',
): Promise<V> {
  const names = places(shape).filter((name) => values[name] !== undefined)
  if (names.length === 0) return values
  const clean: Record<string, unknown> = { ...values }
  for (const name of names) {
    const field = shape[name]
    const value = values[name]
    const path = `${at}${name}`
    if (field?.shape !== undefined) clean[name] = await cleanInside(field.shape, value, path)
    else if (typeof value === 'string') clean[name] = await cleanAt(value, field?.label, path)
  }
  return { ...values, ...clean }
}

async function cleanInside(shape: Shape, value: unknown, path: string): Promise<unknown> {
  if (isRecord(value)) return cleanValues(shape, value, `${path}.`)
  if (!Array.isArray(value)) return value
  const lines: unknown[] = []
  for (const [index, line] of value.entries())
    lines.push(isRecord(line) ? await cleanValues(shape, line, `${path}.${index}.`) : line)
  return lines
}

async function cleanAt(html: string, label: string | undefined, field: string): Promise<string> {
  try {
    return await cleanHtml(html, label)
  } catch (error) {
    throw error instanceof AppError && error.code === 422
      ? refuseFields([{ field, message: error.message }])
      : error
  }
}
