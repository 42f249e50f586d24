import type { Call } from '#kit/shared/call.ts'
import { AppError, forbidden } from '#kit/shared/errors.ts'
import type { Db } from './database.ts'
import { type Registration, singlePoint } from './points.ts'
import type { CallRequest } from './serve.ts'
import { may, type Who } from './who.ts'

// Who asks below /open: an application outside with a token of its own, and perhaps for one of its customers. The room that
// keeps applications registers here how both are found. Orders §8.

/** A call that was answered, for the log of its application. */
export interface OpenAnswered {
  appId: number
  method: string
  path: string
  code: number
  message: string
  ms: number
  ip: string
  requestId: string
  uid: number | null
}

/** What the room of the applications does for a call below /open. */
interface OpenGate {
  /**
   * The application of a token, counted in its rate. 401 unknown or over (noApp), 403 from an address that is not its own,
   * 429 with Retry-After (`request.setHeader`) beyond its rate.
   */
  find(db: Db, token: string, call: Call, request: CallRequest): Promise<Who>
  /** The consumer of a customer session (X-Customer) that was opened at the application; 401 without (noCustomer). Members §2.5. */
  customer(db: Db, session: string, appId: number): Promise<number>
  /** keeps what was answered; called after the answer has gone */
  note(db: Db, answered: OpenAnswered): Promise<void>
}

const gates = singlePoint<OpenGate>('Gate of applications')

/** Registers the room that keeps the applications. Orders §8. */
export const declareOpenGate = (gate: OpenGate): Registration => gates.as(gate)

/** 401 of an application: the reason tells it to fetch a new token. */
export const noApp = (): AppError =>
  new AppError(401, '访问令牌无效或已过期，请重新获取', { reason: 'token' })
/** 401 of a customer of an application: the reason tells it to have the customer sign in again. */
export const noCustomer = (): AppError =>
  new AppError(401, '客户会话无效或已过期，请重新登录', { reason: 'customer' })

/** Who asks an open call. 401 without a token or, where the call is one of customers, without a session; 403 without the scope. */
export async function openCallerOf(db: Db, call: Call, token: string, request: CallRequest): Promise<Who> {
  const gate = gates.of(db)
  if (token === '' || gate === undefined) throw noApp()
  const who = await gate.find(db, token, call, request)
  if (call.customer === undefined || who.app === undefined) return who
  // What the application may not ask at all says so before the customer is told to sign in.
  if (!may(who, call.permission)) throw forbidden()
  return { ...who, uid: await gate.customer(db, request.header('x-customer'), who.app.id) }
}

/** Tells the room of the applications what an open call was answered. */
export async function noteOpen(db: Db, answered: OpenAnswered): Promise<void> {
  await gates.of(db)?.note(db, answered)
}
