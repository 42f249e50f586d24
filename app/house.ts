import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type pg from 'pg'
import { type FirstAdmin, firstAdmin, seedMenus, seedRoles } from '#domains/access/access.door.ts'
import { checkUidTables } from '#kit/server/consumers.ts'
import { CONNECTIONS, type Db, openDatabase, openPool } from '#kit/server/database.ts'
import { furnish } from '#kit/server/furnish.ts'
import { LOCKS } from '#kit/server/locks.ts'
import { type MigrationFolder, migrate, SchemaError } from '#kit/server/migrate.ts'
import { keepOutsidePrivate } from '#kit/server/outsideAddress.ts'
import { declareContext, register } from '#kit/server/points.ts'
import { openReplica, type Replica } from '#kit/server/replica.ts'
import type { RoomContext, RoomServer } from '#kit/server/room.ts'
import type { Secrets } from '#kit/server/secrets.ts'
import type { Settings } from '#kit/server/settings.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { rooms as allRooms } from './domains.ts'
import { version } from './version.ts'

/** A process of the product: its database and what its rooms stand on. */
export interface House {
  pool: pg.Pool
  db: Db
  context: RoomContext
  /** lowest layer first */
  rooms: readonly RoomServer[]
}

/** The migrations of the kit and of every room, lowest layer first. */
export const migrationFolders = (rooms: readonly RoomServer[]): MigrationFolder[] => [
  { room: 'kit', folder: fileURLToPath(new URL('../kit/server/migrations', import.meta.url)) },
  ...rooms.flatMap((room) =>
    room.migrations === undefined ? [] : [{ room: room.facts.name, folder: room.migrations }],
  ),
]

/** Opens the database and furnishes its house with what the rooms bring. */
export function openHouse(
  url: string,
  settings: Settings,
  secrets: Secrets,
  connections = CONNECTIONS,
  rooms: readonly RoomServer[] = allRooms,
): House {
  keepOutsidePrivate(settings.outsidePrivate)
  const pool = openPool(url, connections)
  const db = openDatabase(pool)
  const context: RoomContext = {
    db,
    settings,
    secretKey: secrets.secretKey,
    fallbackKey: secrets.envelopeFallbackKey,
    version,
    facts: rooms.map((room) => room.facts),
  }
  register(db, [declareContext(context)])
  furnish(db, rooms)
  return { pool, db, context, rooms }
}

/** Lets lists and exports of a process read from the replica of its database, where the settings name one. */
export function openReplicaOf({ db, context }: House, connections = CONNECTIONS): Replica | null {
  const { databaseReplicaUrl: url } = context.settings
  return url === undefined
    ? null
    : openReplica(db, url, connections, { info: console.log, warn: console.warn })
}

/**
 * Brings the database to the schema and the rows this version needs: migrations after a backup, then the seeds of
 * every room under a lock, so that processes that start together do it once. Platform §14.1, §14.7.
 */
export async function prepareDatabase(
  house: House,
  secrets: Secrets,
  backup?: () => Promise<void>,
): Promise<FirstAdmin | null> {
  const { db, context, rooms } = house
  if (context.settings.migrate === 'auto') await migrate(db, migrationFolders(rooms), backup)
  await checkKey(db, secrets)
  await checkUidTables(db)
  return asSystem(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCKS.seed})`.execute(tx)
    for (const room of rooms) await room.seed?.(tx, context)
    await seedMenus(
      tx,
      rooms.map((room) => room.facts),
    )
    await seedRoles(tx)
    const first = await firstAdmin(tx, context)
    await tx
      .insertInto('installation')
      .values({ name: 'seededVersion', value: version })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: version }))
      .execute()
    return first
  })
}

/** Several servers share one database: all of them must hold the key its secrets were encrypted with. */
async function checkKey(db: Db, secrets: Secrets): Promise<void> {
  await db
    .insertInto('installation')
    .values({ name: 'keyCheck', value: secrets.keyCheck })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', 'keyCheck')
    .executeTakeFirstOrThrow()
  if (kept.value !== secrets.keyCheck)
    throw new SchemaError('密钥与此数据库不符，请使用原来的 TS_SECRET_KEY；未做任何改动')
}
