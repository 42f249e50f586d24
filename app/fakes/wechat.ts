import { z } from 'zod'
import { type Listening, type LocalAnswer, type LocalRequest, listenLocally } from './local.ts'
import { type FakeAccount, type MessageFields, openedAnswer, signedMessage } from './wechatWire.ts'

interface FakeTemplate {
  id: string
  title: string
  content: string
}

/** What was asked of the stand-in, without tokens and secrets. */
interface Heard {
  path: string
  body: unknown
}

export interface FakeWechat {
  /** in the order they came */
  heard: Heard[]
  /** how many tokens it gave out */
  tokens: number
  /** the menu followers see; null without one */
  menu: unknown
  media: { type: string; name: string; bytes: number }[]
  /** those of the official account, and of the mini program */
  templates: FakeTemplate[]
  routineTemplates: FakeTemplate[]
  /** numbers of the library it refuses to add */
  rejected: Set<string>
  sent: { msgId: string; kind: 'wechat' | 'routine'; body: Record<string, unknown> }[]
  /** the next calls of a path answer these numbers */
  refuse(path: string, ...errcodes: number[]): void
  /** makes all tokens given so far too old */
  expire(): void
  /** signs a message and brings it to the product; its answer, opened */
  deliver(url: string, account: FakeAccount, fields: MessageFields): Promise<{ status: number; text: string }>
}

const LIFETIME_S = 7200
const json = (text: string): unknown => (text === '' ? null : JSON.parse(text))
const okay = (more: Record<string, unknown> = {}): LocalAnswer => ({
  json: { errcode: 0, errmsg: 'ok', ...more },
})
const error = (errcode: number, errmsg = 'refused by the stand-in'): LocalAnswer => ({
  json: { errcode, errmsg },
})

const object = z.record(z.string(), z.unknown())
const named = z.object({
  name: z.string().min(1),
  sub_button: z.array(z.object({ name: z.string().min(1) })).optional(),
})
const menuBody = z.object({ button: z.array(named).min(1).max(3) })
const accountBody = z.object({
  appId: z.string(),
  token: z.string(),
  mode: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
  aesKey: z.string().optional(),
})
const refuseBody = z.object({ path: z.string(), errcodes: z.array(z.number()) })
const messageBody = z.object({
  url: z.string(),
  account: accountBody,
  fields: z.record(z.string(), z.union([z.string(), z.number()])),
})

/**
 * A stand-in of the social platform in its own wire format: it keeps what it is told and delivers nothing. A code
 * `code-x` stands once for the openid `x` (`code-x~u`: with the unionid `union-u`); the secret `wrong` is wrong. Under /fake it shows what it got (GET), can be
 * told to refuse (POST refuse) and to bring a message (POST message). Platform §11.4.
 */
export async function startFakeWechat(): Promise<FakeWechat & Listening> {
  const refusals = new Map<string, number[]>()
  const spent = new Set<string>()
  let valid = new Set<string>()

  const fake: FakeWechat = {
    heard: [],
    tokens: 0,
    menu: null,
    media: [],
    templates: [],
    routineTemplates: [],
    rejected: new Set(),
    sent: [],
    refuse: (path, ...errcodes) => void refusals.set(path, [...(refusals.get(path) ?? []), ...errcodes]),
    expire() {
      valid = new Set()
    },
    deliver,
  }
  return Object.assign(fake, await listenLocally(handle))

  async function handle(request: LocalRequest): Promise<LocalAnswer> {
    const { path, query } = request
    if (path.startsWith('fake')) return control(request)
    const isForm = String(request.headers['content-type'] ?? '').startsWith('multipart/')
    const body = isForm ? null : json(request.body.toString())
    fake.heard.push({ path, body })
    const refused = refusals.get(path)?.shift()
    if (refused !== undefined) return error(refused)
    if (path === 'cgi-bin/token') return token(query)
    if (path.startsWith('sns/')) return openid(query)
    if (!valid.has(query.get('access_token') ?? '')) return error(40001, 'invalid credential')
    if (path === 'cgi-bin/material/add_material') return keepMedia(request)
    return serve(path, query, object.catch({}).parse(body))
  }

  function token(query: URLSearchParams): LocalAnswer {
    if (query.get('secret') === 'wrong') return error(40125, 'invalid appsecret')
    fake.tokens += 1
    const access_token = `fake-${query.get('appid')}-${fake.tokens}`
    valid.add(access_token)
    return { json: { access_token, expires_in: LIFETIME_S } }
  }

  function openid(query: URLSearchParams): LocalAnswer {
    const code = query.get('code') ?? query.get('js_code') ?? ''
    const [, known, bound] = /^code-(\w+?)(?:~(\w*))?$/.exec(code) ?? []
    if (known === undefined) return error(40029, 'invalid code')
    if (spent.has(code)) return error(40163, 'code been used')
    spent.add(code)
    const unionid = bound === undefined ? {} : { unionid: `union-${bound}` }
    return { json: { openid: known, ...unionid, expires_in: LIFETIME_S } }
  }

  async function keepMedia({ body, headers, query }: LocalRequest): Promise<LocalAnswer> {
    const form = await new Response(Uint8Array.from(body), {
      headers: { 'content-type': String(headers['content-type']) },
    }).formData()
    const file = form.get('media')
    if (!(file instanceof File)) return error(41005, 'media data missing')
    const type = query.get('type') ?? ''
    fake.media.push({ type, name: file.name, bytes: file.size })
    const media_id = `media-${fake.media.length}`
    return okay({ media_id, ...(type === 'image' ? { url: `https://pictures.example.cn/${media_id}` } : {}) })
  }

  function serve(path: string, query: URLSearchParams, body: Record<string, unknown>): LocalAnswer {
    switch (path) {
      case 'cgi-bin/menu/create':
        if (!menuBody.safeParse(body).success) return error(40016, 'invalid button size')
        fake.menu = body
        return okay()
      case 'cgi-bin/menu/get':
        return fake.menu === null ? error(46003, 'menu no exist') : okay({ menu: fake.menu })
      case 'cgi-bin/menu/delete':
        fake.menu = null
        return okay()
      case 'cgi-bin/ticket/getticket':
        return okay({ ticket: `ticket-${fake.tokens}`, expires_in: LIFETIME_S })
      case 'cgi-bin/template/get_all_private_template':
        return {
          json: { template_list: fake.templates.map(({ id, ...rest }) => ({ template_id: id, ...rest })) },
        }
      case 'cgi-bin/template/api_add_template':
        return add(fake.templates, String(body.template_id_short), 'template_id')
      case 'wxaapi/newtmpl/gettemplate':
        return okay({ data: fake.routineTemplates.map(({ id, ...rest }) => ({ priTmplId: id, ...rest })) })
      case 'wxaapi/newtmpl/getpubtemplatekeywords':
        return okay({ data: [1, 2, 3].map((kid) => ({ kid, name: `词${query.get('tid')}${kid}` })) })
      case 'wxaapi/newtmpl/addtemplate':
        if (!Array.isArray(body.kidList) || body.kidList.length < 2) return error(200013)
        return add(fake.routineTemplates, String(body.tid), 'priTmplId')
      case 'cgi-bin/message/template/send':
        return send('wechat', body)
      case 'cgi-bin/message/subscribe/send':
        return send('routine', body)
      default:
        return error(48001, 'api unauthorized')
    }
  }

  function add(templates: FakeTemplate[], number: string, name: string): LocalAnswer {
    if (fake.rejected.has(number)) return error(45027, 'template conflict with industry')
    const id = `T-${number}-${templates.length + 1}`
    templates.push({ id, title: `模板${number}`, content: '{{first.DATA}}\n单号：{{sn.DATA}}' })
    return okay({ [name]: id })
  }

  function send(kind: 'wechat' | 'routine', body: Record<string, unknown>): LocalAnswer {
    if (body.touser === 'stranger') return error(43004, 'require subscribe')
    const known = fake.sent.find((one) => one.body.client_msg_id === body.client_msg_id)
    const msgId = known?.msgId ?? String(90_000 + fake.sent.length)
    if (known === undefined) fake.sent.push({ msgId, kind, body })
    return okay({ msgid: Number(msgId) })
  }

  async function deliver(
    url: string,
    account: FakeAccount,
    fields: MessageFields,
  ): Promise<{ status: number; text: string }> {
    const { query, body } = signedMessage(account, fields)
    const headers = { 'content-type': 'text/xml' }
    const answer = await fetch(`${url}?${new URLSearchParams(query)}`, { method: 'POST', headers, body })
    return { status: answer.status, text: openedAnswer(account, await answer.text()) }
  }

  async function control({ method, path, body }: LocalRequest): Promise<LocalAnswer> {
    if (method === 'GET') return { json: { ...fake, rejected: [...fake.rejected] } }
    const given = json(body.toString())
    if (path === 'fake/refuse') {
      const told = refuseBody.parse(given)
      fake.refuse(told.path, ...told.errcodes)
      return okay()
    }
    if (path !== 'fake/message') return { http: 404 }
    const { url, account, fields } = messageBody.parse(given)
    return { json: await deliver(url, account, fields) }
  }
}
