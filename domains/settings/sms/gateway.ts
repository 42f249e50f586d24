import { z } from 'zod'
import type { Db } from '#kit/server/database.ts'
import { conflict } from '#kit/shared/errors.ts'
import { settingsOf } from '../form.ts'
import { signedIn } from '../services/account.ts'
import { ask, type Service } from '../services/ask.ts'
import { baseOf } from '../services/bases.ts'
import { BY_PLATFORM, OFF, smsForm } from './sms.form.ts'

export const NO_SMS = '未配置短信服务'

/** Where messages go, and how they are signed. */
export interface SmsWay {
  /** asked before each message: the sign-in at the platform may have ended */
  service(): Promise<Service>
  sign: string
}

/** The way messages take now; 409 when there is none. Platform §7.2 form 111. */
export async function smsWay(db: Db): Promise<SmsWay> {
  const set = await settingsOf(db, smsForm)
  if (set.sms_provider === OFF) throw conflict(NO_SMS)
  const { sign } = await db
    .selectFrom('passService')
    .select('sign')
    .where('type', '=', 'sms')
    .executeTakeFirstOrThrow()
  if (set.sms_provider === BY_PLATFORM)
    return {
      sign,
      async service() {
        const platform = await signedIn(db)
        return { ...platform, system: '短信', base: `${platform.base.replace(/\/+$/, '')}/sms` }
      },
    }
  const base = baseOf(db, 'smsBase', set.sms_gateway_url)
  if (base === '') throw conflict(NO_SMS)
  const service: Service = { system: '短信', base, token: set.sms_gateway_token }
  return { sign: set.sms_sign || sign, service: async () => service }
}

/** A message as it is handed to the gateway; the same requestId again is the same message. docs/outside.md. */
export interface GatewayMessage {
  requestId: string
  phone: string
  content: string
  type: number
  templateId: string
}

const sent = z.object({ id: z.string().max(100) })

export async function handOver(
  db: Db,
  service: Service,
  message: GatewayMessage,
  attempt: number,
): Promise<string> {
  const { id } = await ask(db, service, 'send', { ...message }, sent, { attempt })
  return id
}

const reports = z.object({
  list: z.array(
    z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('receipt'),
        reportId: z.string(),
        id: z.string(),
        code: z.number(),
        memo: z.string().default(''),
      }),
      z.object({ kind: z.literal('reply'), reportId: z.string(), phone: z.string(), text: z.string() }),
    ]),
  ),
})
export type Report = z.output<typeof reports>['list'][number]

/** What became of messages and what people answered, told again until it is acknowledged. docs/outside.md. */
export async function fetchReports(db: Db, service: Service): Promise<Report[]> {
  return (await ask(db, service, 'reports', {}, reports)).list
}

export async function acknowledge(db: Db, service: Service, reportIds: readonly string[]): Promise<void> {
  await ask(db, service, 'reports/ack', { reportIds }, z.unknown())
}

const applied = z.object({ tempId: z.string().max(50) })

/** Hands a template in for review. docs/outside.md. */
export async function applyTemplate(
  db: Db,
  service: Service,
  { title, tempType, content }: { title: string; tempType: number; content: string },
): Promise<string> {
  const body = { title, type: tempType, content }
  return (await ask(db, service, 'templates/apply', body, applied)).tempId
}

const TEMPLATE_STATES = z.union([z.literal(0), z.literal(1), z.literal(2)])
const templates = z.object({ list: z.array(z.object({ tempId: z.string(), status: TEMPLATE_STATES })) })

/** How far the review of each template is. docs/outside.md. */
export async function fetchTemplates(db: Db, service: Service): Promise<ReadonlyMap<string, 0 | 1 | 2>> {
  const { list } = await ask(db, service, 'templates', {}, templates)
  return new Map(list.map((one) => [one.tempId, one.status]))
}
