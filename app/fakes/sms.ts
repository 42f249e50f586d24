import { type Asked, done, listen, refused, type Told } from './listen.ts'
import type { Listening } from './local.ts'

/** A message that was handed over. */
export interface FakeMessage {
  id: string
  requestId: string
  phone: string
  content: string
  type: number
}

export interface FakeSms {
  /** in the order they came, each once */
  messages: FakeMessage[]
  /** templates that wait for their review, and how it ended: 0 待审核 1 通过 2 驳回 */
  templates: Map<string, number>
  /** calls of send, those that failed included */
  calls: number
  /** the next so many calls answer HTTP 500 */
  failNext: number
  /** told at the next question, until it is acknowledged */
  reports: Record<string, unknown>[]
  answer(asked: Asked): Told
}

const UNREACHABLE = '13000000000'

/** The stand-in of a gateway of short messages: keeps what it is given and delivers nothing. */
export function makeFakeSms(): FakeSms {
  const fake: FakeSms = { messages: [], templates: new Map(), calls: 0, failNext: 0, reports: [], answer }
  return fake

  function answer({ path, body }: Asked): Told {
    if (path === 'ping') return done({ name: '短信测试网关' })
    if (path === 'send') return send(body)
    if (path === 'reports') return done({ list: fake.reports })
    if (path === 'reports/ack') {
      const heard = Array.isArray(body.reportIds) ? body.reportIds : []
      fake.reports = fake.reports.filter((one) => !heard.includes(one.reportId))
      return done()
    }
    if (path === 'templates/apply') {
      const tempId = `T${fake.templates.size + 1}`
      fake.templates.set(tempId, 0)
      return done({ tempId })
    }
    if (path === 'templates')
      return done({ list: [...fake.templates].map(([tempId, status]) => ({ tempId, status })) })
    return refused('接口不存在', 404)
  }

  function send(body: Record<string, unknown>): Told {
    fake.calls += 1
    if (fake.failNext > 0) {
      fake.failNext -= 1
      return { http: 500 }
    }
    const requestId = String(body.requestId)
    const phone = String(body.phone)
    if (phone === UNREACHABLE) return refused('空号')
    const known = fake.messages.find((one) => one.requestId === requestId)
    const message = known ?? {
      id: `S${fake.messages.length + 1}`,
      requestId,
      phone,
      content: String(body.content),
      type: Number(body.type),
    }
    if (known === undefined) fake.messages.push(message)
    return done({ id: message.id })
  }
}

/** The same on a port of its own. */
export async function startFakeSms(): Promise<FakeSms & Listening> {
  const fake = makeFakeSms()
  return Object.assign(fake, await listen(fake.answer))
}
