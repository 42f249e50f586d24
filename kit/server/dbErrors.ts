import type { Entity } from '#kit/shared/entity.ts'
import { AppError, type FieldError, notFound } from '#kit/shared/errors.ts'
import type { Db } from './database.ts'
import { namedPoint, type Registration } from './points.ts'

interface PgError {
  code: string
  /** of the server that said so */
  routine: string
  constraint?: string
  table?: string
}

function asPgError(error: unknown): PgError | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const text = (name: 'constraint' | 'table' | 'routine'): string | undefined => {
    const value: unknown = name in error ? Reflect.get(error, name) : undefined
    return typeof value === 'string' ? value : undefined
  }
  const constraint = text('constraint')
  const table = text('table')
  const routine = text('routine') ?? ''
  return { code: error.code, routine, ...(constraint ? { constraint } : {}), ...(table ? { table } : {}) }
}

const BUSY_CODES = new Set(['40P01', '40001', '55P03'])

/** A deadlock, a serialisation failure or a lock not had in time: worth another try. */
export function isBusy(error: unknown): boolean {
  return BUSY_CODES.has(asPgError(error)?.code ?? '')
}

/** Whether the database said so, or its connection. */
export const isOfDatabase = (error: unknown): boolean => asPgError(error) !== null || isDatabaseGone(error)

/** A statement that ran longer than it may. */
export const isStatementTimeout = (error: unknown): boolean => asPgError(error)?.code === '57014'

const GONE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08003',
  '08001',
])

/** The database cannot be reached, takes no more connections, or has just gone away. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = asPgError(error)?.code ?? ''
  // A socket that is not there; of a file the same code says something else.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true
  if (GONE.has(code)) return true
  return /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error/.test(
    error.message,
  )
}

/** No space left: 53100 from the database, ENOSPC from a file. */
export function isDiskFull(error: unknown): boolean {
  const code = asPgError(error)?.code
  return code === '53100' || code === 'ENOSPC'
}

const entities = namedPoint<Entity>('Entity')

/** Registers an entity of a room, so that the kit finds it by its name (RoomFacts.entities). */
export const declareEntity = (entity: Entity): Registration => entities.as(entity.name, entity)

/** Every entity of every room. */
export const knownEntities = (db: Db): Entity[] => [...entities.all(db).values()]

/** An entity by its name; undefined while its room does not exist. */
export const knownEntity = (db: Db, name: string): Entity | undefined => entities.of(db, name)

// A text that no encoding has a place for: 22021 as a text, 22P05 inside of JSON.
const BROKEN_TEXT = new Set(['22021', '22P05'])

/**
 * The refusal a person may read for what a constraint refused, or null for other errors.
 * Unique indexes are named uq_{table}_{field}, so that 字典键值已存在 can stand at its field.
 */
export function refusalOf(db: Db, error: unknown): AppError | null {
  const found = asPgError(error)
  if (BROKEN_TEXT.has(found?.code ?? '')) return new AppError(422, '内容含有无法保存的字符，请删除后重试')
  // An id that its integer column cannot hold names no row.
  if (found?.code === '22003' && found.routine.startsWith('pg_strtoint')) return notFound()
  if (found?.code !== '23505') return null
  const parts = /^uq_([A-Za-z]+)_([A-Za-z]+)/.exec(found.constraint ?? '')
  const field = parts?.[2] ?? ''
  const label = knownEntity(db, parts?.[1] ?? '')?.all[field]?.label
  if (label === undefined) return new AppError(409, '数据已存在，请勿重复提交')
  const errors: FieldError[] = [{ field, message: `${label}已存在` }]
  return new AppError(422, `${label}已存在`, errors)
}
