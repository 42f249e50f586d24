import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '#kit/server/database.ts'
import { type AppError, conflict } from '#kit/shared/errors.ts'
import { maskPhone } from '#kit/shared/text.ts'
import { openSecret, settingsOf } from '../form.ts'
import { ask, type Service, ServiceError, SIGN_IN } from './ask.ts'
import { baseOf } from './bases.ts'
import { LOCAL, onepassPart } from './services.forms.ts'

/** Who sells the services: nobody, the house itself (counters filled by hand), or the platform. Platform §12.1. */
export type Provider = { kind: 'none' } | { kind: 'local' } | { kind: 'platform'; base: string }

/** 409 where nobody sells services. */
export const notConfigured = (): AppError => conflict('未配置平台服务', { reason: 'notConfigured' })

export async function providerOf(db: Db | Tx): Promise<Provider> {
  const { onepass_base } = await settingsOf(db, onepassPart)
  const base = baseOf(db, 'onepassBase', onepass_base)
  if (base === '') return { kind: 'none' }
  return base === LOCAL ? { kind: 'local' } : { kind: 'platform', base }
}

/** The platform, whether or not somebody is signed in there; 409 when it is not the one who sells. */
export async function thePlatform(db: Db): Promise<Service> {
  const provider = await providerOf(db)
  if (provider.kind === 'none') throw notConfigured()
  if (provider.kind === 'local') throw conflict('本地模式没有平台账号')
  return { system: '平台服务', base: provider.base, token: '' }
}

/** The platform with the token of the account that is signed in there; 409 when none is. */
export async function signedIn(db: Db): Promise<Service> {
  const platform = await thePlatform(db)
  const { token } = await accountOf(db)
  if (token === '') throw conflict('请先登录平台服务', { reason: SIGN_IN })
  return { ...platform, token: openSecret(db, token) }
}

/** Asks the platform as the account that is signed in there; where it no longer is, that is remembered. */
export async function askSignedIn<T>(
  db: Db,
  path: string,
  body: Readonly<Record<string, unknown>>,
  answer: z.ZodType<T>,
): Promise<T> {
  const platform = await signedIn(db)
  try {
    return await ask(db, platform, path, body, answer)
  } catch (error) {
    if (error instanceof ServiceError && error.isSignedOut) await forgetAccount(db)
    throw error
  }
}

export const accountOf = (db: Db | Tx) => db.selectFrom('passAccount').selectAll().executeTakeFirstOrThrow()

/** What anybody may know of the services: whether they can be used, and of whom. Platform D4. */
export async function passState(db: Db): Promise<{ status: boolean; info: PassAccount | null }> {
  const provider = await providerOf(db)
  if (provider.kind === 'none') return { status: false, info: null }
  if (provider.kind === 'local') return { status: true, info: { account: '本地', phone: '' } }
  const { account, phone, token } = await accountOf(db)
  return token === ''
    ? { status: false, info: null }
    : { status: true, info: { account, phone: maskPhone(phone) } }
}

export interface PassAccount {
  account: string
  phone: string
}

/** Forgets who was signed in at the platform. */
export async function forgetAccount(db: Db | Tx): Promise<void> {
  await sql`update "passAccount" set "account" = '', "phone" = '', "token" = '', "loginTime" = null`.execute(
    db,
  )
}
