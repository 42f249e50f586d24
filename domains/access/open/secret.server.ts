import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { contextOf } from '#kit/server/points.ts'
import { decryptSecret, encryptSecret } from '#kit/server/secrets.ts'

const SECRET_LENGTH = 40
/** An application has this long to change over to a new key. Orders §8. */
export const OVERLAP_HOURS = 24

const seal = (db: Db, text: string): string => encryptSecret(contextOf(db).secretKey, text)
const unseal = (db: Db, sealed: string): string =>
  sealed === '' ? '' : decryptSecret(contextOf(db).secretKey, sealed)

/** The first keys of an application; only what is answered here can ever be shown. */
export async function makeSecrets(
  tx: Tx,
  appId: number,
): Promise<{ appSecret: string; webhookSecret: string }> {
  const [appSecret, webhookSecret] = [randomToken(SECRET_LENGTH), randomToken(SECRET_LENGTH)]
  await tx
    .insertInto('openSecret')
    .values({ appId, secret: seal(tx, appSecret), webhookSecret: seal(tx, webhookSecret) })
    .execute()
  return { appSecret, webhookSecret }
}

/** A new key for an application whose row the caller has locked; the old one is kept as the one before it. */
export async function renewSecret(tx: Tx, appId: number): Promise<string> {
  const secret = randomToken(SECRET_LENGTH)
  await tx
    .updateTable('openSecret')
    .set((columns) => ({ oldSecret: columns.ref('secret'), secret: seal(tx, secret) }))
    .where('appId', '=', appId)
    .execute()
  return secret
}

/** A new key that signs what the application is told; the old one signs nothing any more. */
export async function renewWebhookSecret(tx: Tx, appId: number): Promise<string> {
  const secret = randomToken(SECRET_LENGTH)
  await tx
    .updateTable('openSecret')
    .set({ webhookSecret: seal(tx, secret) })
    .where('appId', '=', appId)
    .execute()
  return secret
}

/** Ends the key before the present one, and every token: whoever holds the present one fetches another. */
export async function dropOldSecret(tx: Tx, appId: number): Promise<void> {
  await tx.updateTable('openSecret').set({ oldSecret: '' }).where('appId', '=', appId).execute()
  await tx.deleteFrom('openToken').where('appId', '=', appId).execute()
}

/** The keys of an application: the present one, the one before it ('' when there is none), and that of what it is told. */
export async function secretsOfApp(
  db: Db,
  appId: number,
): Promise<{ secret: string; oldSecret: string; webhookSecret: string }> {
  const row = await db
    .selectFrom('openSecret')
    .selectAll()
    .where('appId', '=', appId)
    .executeTakeFirstOrThrow()
  return {
    secret: unseal(db, row.secret),
    oldSecret: unseal(db, row.oldSecret),
    webhookSecret: unseal(db, row.webhookSecret),
  }
}

/** Hex HMAC-SHA256 of a text, as applications sign and as what they are told is signed. Orders §8. */
export const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

/** Whether a text was signed with a key; takes as long for every wrong signature. */
export function isSigned(secret: string, text: string, sign: string): boolean {
  if (secret === '') return false
  const [right, given] = [Buffer.from(signatureOf(secret, text)), Buffer.from(sign.toLowerCase())]
  return right.length === given.length && timingSafeEqual(right, given)
}
