import { z } from 'zod'
import type { Db, Tx } from '#kit/server/database.ts'
import { answerPage } from '#kit/server/list.ts'
import { writeOperLog } from '#kit/server/log.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { type CallRequest, own, read, type Served } from '#kit/server/serve.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import { cut } from '#kit/shared/characters.ts'
import { conflict } from '#kit/shared/errors.ts'
import { askPlatform, PlatformError } from '../platform/platform.server.ts'
import { alone } from '../platform/shared.server.ts'
import { type AccountKind, demandAccount } from '../wechat.config.server.ts'
import { templateCalls as calls } from './template.calls.ts'
import { ROUTINE_TEMPLATE, templateMessage, WECHAT_TEMPLATE } from './template.entity.ts'
import { type WantedTemplate, wantedTemplates } from './template.source.ts'

const SYNC_S = 300
/** So many keywords a subscription message may have. */
const MOST_KEYWORDS = 5

/** A template as it lies at the platform. */
interface Remote {
  tempId: string
  title: string
  content: string
}

/** How templates of an account are listed and added. */
interface Library {
  type: 0 | 1
  list(db: Db): Promise<Remote[]>
  /** answers the id of the new template */
  add(db: Db, wanted: WantedTemplate): Promise<string>
}

const text = z.string().default('')
const wechatList = z.object({
  template_list: z.array(z.object({ template_id: z.string(), title: text, content: text })).default([]),
})
const wechatAdded = z.object({ template_id: z.string() })
const routineList = z.object({
  data: z.array(z.object({ priTmplId: z.string(), title: text, content: text })).default([]),
})
const routineAdded = z.object({ priTmplId: z.string() })
const keywords = z.object({ data: z.array(z.object({ kid: z.number() })).default([]) })

const LIBRARIES: Record<AccountKind, Library> = {
  wechat: {
    type: WECHAT_TEMPLATE,
    async list(db) {
      const call = { path: 'cgi-bin/template/get_all_private_template' }
      const { template_list } = await askPlatform(db, 'wechat', call, wechatList)
      return template_list.map(({ template_id: tempId, title, content }) => ({ tempId, title, content }))
    },
    async add(db, { tempKey }) {
      const call = { path: 'cgi-bin/template/api_add_template', body: { template_id_short: tempKey } }
      return (await askPlatform(db, 'wechat', call, wechatAdded)).template_id
    },
  },
  routine: {
    type: ROUTINE_TEMPLATE,
    async list(db) {
      const { data } = await askPlatform(db, 'routine', { path: 'wxaapi/newtmpl/gettemplate' }, routineList)
      return data.map(({ priTmplId: tempId, title, content }) => ({ tempId, title, content }))
    },
    // A subscription message is put together of keywords of its library entry: the first ones.
    async add(db, { tempKey, title }) {
      const known = { path: 'wxaapi/newtmpl/getpubtemplatekeywords', query: { tid: tempKey } }
      const { data } = await askPlatform(db, 'routine', known, keywords)
      const kidList = data.slice(0, MOST_KEYWORDS).map(({ kid }) => kid)
      const body = { tid: tempKey, kidList, sceneDesc: title }
      const call = { path: 'wxaapi/newtmpl/addtemplate', body }
      return (await askPlatform(db, 'routine', call, routineAdded)).priTmplId
    },
  },
}

interface Synced {
  added: number
  kept: number
  failed: { tempKey: string; errcode: number; errmsg: string }[]
}

/** A wanted template and its id at the platform. */
interface Found {
  wanted: WantedTemplate
  tempId: string
}

/**
 * Has every wanted template at the platform: those that are there are taken over, missing ones added. Nothing is
 * deleted there, for other programs may use the same account. 409 正在同步. Platform §11.4.
 */
async function sync(db: Db, who: Who, kind: AccountKind, log: (tx: Tx) => Promise<void>): Promise<Synced> {
  await demandAccount(db, kind)
  const done = await alone(db, `sync.${kind}`, SYNC_S, async () => {
    const library = LIBRARIES[kind]
    const result: Synced = { added: 0, kept: 0, failed: [] }
    const found: Found[] = []
    const remote = await library.list(db)
    const known = await knownIds(db, library.type)
    for (const wanted of await wantedTemplates(db, kind)) {
      const there =
        remote.find((one) => one.tempId === known.get(wanted.tempKey)) ??
        remote.find((one) => one.title === wanted.title)
      if (there !== undefined) {
        result.kept += 1
        found.push({ wanted, tempId: there.tempId })
        continue
      }
      try {
        found.push({ wanted, tempId: await library.add(db, wanted) })
        result.added += 1
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error
        result.failed.push({ tempKey: wanted.tempKey, errcode: error.errcode, errmsg: error.errmsg })
      }
    }
    const now = result.added === 0 ? remote : await library.list(db)
    await inTransaction(db, who, async (tx) => {
      for (const one of found) await keep(tx, library.type, one, now)
      await log(tx)
    })
    return result
  })
  if (done === null) throw conflict('正在同步')
  return done.value
}

async function knownIds(db: Db, type: 0 | 1): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('templateMessage')
    .select(['tempKey', 'tempId'])
    .where('type', '=', type)
    .where('isDel', '=', 0)
    .execute()
  return new Map(rows.map((row) => [row.tempKey, row.tempId]))
}

async function keep(
  tx: Tx,
  type: 0 | 1,
  { wanted, tempId }: Found,
  remote: readonly Remote[],
): Promise<void> {
  const there = remote.find((one) => one.tempId === tempId)
  const values = {
    tempId,
    name: cut(there?.title || wanted.title, 100),
    content: cut(there?.content ?? '', 2000),
    status: 1,
  } as const
  const row = await tx
    .selectFrom('templateMessage')
    .select('id')
    .where('type', '=', type)
    .where('tempKey', '=', wanted.tempKey)
    .where('isDel', '=', 0)
    .executeTakeFirst()
  if (row === undefined) {
    await insertRow(tx, templateMessage, { type, tempKey: wanted.tempKey, ...values })
    return
  }
  const before = await lockRow(tx, templateMessage, row.id)
  const same = before.tempId === tempId && before.name === values.name && before.content === values.content
  if (!same || before.status !== 1) await updateRow(tx, templateMessage, before, values)
}

const syncing =
  (kind: AccountKind, call: typeof calls.syncWechat) =>
  (db: Db, who: Who, input: unknown, request: CallRequest): Promise<Synced> => {
    const startTime = Date.now()
    return sync(db, who, kind, (tx) => writeOperLog(tx, call, input, request, startTime))
  }

export const servedTemplates: readonly Served[] = [
  read(calls.list, (db, who, input) => answerPage(db, who, templateMessage, calls.list.answer, input)),
  own(calls.syncWechat, syncing('wechat', calls.syncWechat)),
  own(calls.syncRoutine, syncing('routine', calls.syncRoutine)),
]
