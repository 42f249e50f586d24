import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#kit/server/database.ts'
import { joinRows } from '#kit/server/joins.ts'
import { LOCKS } from '#kit/server/locks.ts'
import { writeOperLog } from '#kit/server/log.ts'
import { insertRow, lockRow, updateRow } from '#kit/server/rows.ts'
import { type CallRequest, change, own, read, type Served } from '#kit/server/serve.ts'
import { inTransaction } from '#kit/server/transaction.ts'
import type { Who } from '#kit/server/who.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuseFields, stale } from '#kit/shared/errors.ts'
import { nameOf } from '#kit/shared/join.ts'
import { asRecord } from '#kit/shared/record.ts'
import { toSeconds } from '#kit/shared/time.ts'
import { askPlatform, PlatformError } from '../platform/platform.server.ts'
import { alone } from '../platform/shared.server.ts'
import { replyCache } from '../reply/reply.memory.ts'
import { demandAccount, isConfigured } from '../wechat.config.server.ts'
import { menuCalls as calls } from './menu.calls.ts'
import {
  BUTTON_TYPES,
  DRAFT,
  type MenuButton,
  menuButtons,
  PUBLISHED,
  REPLACED,
  wechatMenu,
} from './menu.entity.ts'
import { keysOf, menuErrors, toPlatform } from './menu.rules.ts'

type Menu = EntityRow<typeof wechatMenu>

const PUSH_S = 30
const NO_MENU = 46003
const HISTORY = 50

/** The rows a person works on: the draft when there is one, and what followers see. */
async function currentMenus(db: Db): Promise<{ draft: Menu | undefined; published: Menu | undefined }> {
  const rows = await db
    .selectFrom('wechatMenu')
    .selectAll()
    .where('state', 'in', [DRAFT, PUBLISHED])
    .where('isDel', '=', 0)
    .execute()
  return {
    draft: rows.find((row) => row.state === DRAFT),
    published: rows.find((row) => row.state === PUBLISHED),
  }
}

/** How often the menu was saved so far. */
async function revisionOf(db: Db): Promise<number> {
  const row = await db
    .selectFrom('wechatMenu')
    .select(sql<number>`coalesce(max("revision"), 0)`.as('revision'))
    .executeTakeFirstOrThrow()
  return row.revision
}

/** Lets one person change the menu after the other; 409 when the menu is no longer the one they saw. */
async function nextRevision(tx: Tx, version: number | null): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOCKS.wechatMenu})`.execute(tx)
  const revision = await revisionOf(tx)
  if (version !== null && version !== revision) throw stale()
  return revision + 1
}

async function saveDraft(tx: Tx, button: MenuButton[], version: number | null): Promise<Menu> {
  const revision = await nextRevision(tx, version)
  const { draft } = await currentMenus(tx)
  return draft === undefined
    ? insertRow(tx, wechatMenu, { button, revision })
    : updateRow(tx, wechatMenu, draft, { button, revision })
}

/** The draft becomes what followers see. */
async function markPublished(tx: Tx, who: Who, draft: Menu): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.wechatMenu})`.execute(tx)
  const { published } = await currentMenus(tx)
  if (published !== undefined) await updateRow(tx, wechatMenu, published, { state: REPLACED })
  const row = await lockRow(tx, wechatMenu, draft.id)
  const values = { state: PUBLISHED, publishTime: new Date(), publishBy: who.adminId } as const
  if (row.revision === draft.revision) await updateRow(tx, wechatMenu, row, values)
  // The draft was changed while this one was on its way: both are kept.
  else await insertRow(tx, wechatMenu, { button: draft.button, revision: draft.revision, ...values })
}

/** Pushes one menu after the other, so that the last one marked is the last one the platform took. */
async function pushing(db: Db, work: () => Promise<void>): Promise<void> {
  const done = await alone(db, 'menu', PUSH_S, work)
  if (done === null) throw conflict('菜单正在发布，请稍后再试')
}

const done = z.unknown()
const platformMenu = z.object({
  menu: z.object({ button: z.array(z.record(z.string(), z.unknown())) }),
})

/** What followers see when nothing was published from here. */
async function menuAtPlatform(db: Db): Promise<MenuButton[]> {
  if (!(await isConfigured(db, 'wechat'))) return []
  try {
    const { menu } = await askPlatform(db, 'wechat', { path: 'cgi-bin/menu/get' }, platformMenu)
    return menuButtons.parse(menu.button.map(fromPlatform))
  } catch (error) {
    if (error instanceof PlatformError && error.errcode === NO_MENU) return []
    throw error
  }
}

/** Buttons of kinds this product does not make come without a kind. */
function fromPlatform(button: Record<string, unknown>): Record<string, unknown> {
  const type = BUTTON_TYPES.find((one) => one.value === button.type)?.value ?? ''
  const below: unknown[] = Array.isArray(button.sub_button) ? button.sub_button : []
  return { ...button, type, sub_button: below.map((one) => fromPlatform(asRecord(one))) }
}

async function unansweredKeys(db: Db, button: readonly MenuButton[]): Promise<string[]> {
  const { finder } = await replyCache.read(db)
  return keysOf(button).filter((key) => finder.full(key) === null)
}

const joined = { publisher: nameOf('publishBy', '发布人', { of: 'admin' }) }

const publishedBy = (menu: (Menu & { publisher: string }) | undefined) => ({
  publishTime: menu?.publishTime ? toSeconds(menu.publishTime) : null,
  publishBy: menu?.publisher ?? '',
})

async function publish(
  db: Db,
  who: Who,
  input: { button: MenuButton[]; version: number | null },
  request: CallRequest,
): Promise<{ version: number; unanswered: string[] }> {
  const startTime = Date.now()
  const errors = menuErrors(input.button)
  if (errors.length > 0) throw refuseFields(errors)
  const log = (tx: Tx) => writeOperLog(tx, calls.create, input, request, startTime)
  const draft = await inTransaction(db, who, async (tx) => {
    const saved = await saveDraft(tx, input.button, input.version)
    await log(tx)
    return saved
  })
  await demandAccount(db, 'wechat')
  await pushing(db, async () => {
    const body = { button: toPlatform(draft.button) }
    await askPlatform(db, 'wechat', { path: 'cgi-bin/menu/create', body }, done)
    await inTransaction(db, who, async (tx) => {
      await markPublished(tx, who, draft)
      await log(tx)
    })
  })
  return { version: draft.revision, unanswered: await unansweredKeys(db, draft.button) }
}

/** Takes the menu away from followers; what was published becomes history, a draft stays. */
async function withdraw(db: Db, who: Who, version: number | null, request: CallRequest): Promise<void> {
  const startTime = Date.now()
  if (version !== null && version !== (await revisionOf(db))) throw stale()
  await demandAccount(db, 'wechat')
  await pushing(db, async () => {
    await askPlatform(db, 'wechat', { path: 'cgi-bin/menu/delete' }, done)
    await inTransaction(db, who, async (tx) => {
      await sql`select pg_advisory_xact_lock(${LOCKS.wechatMenu})`.execute(tx)
      const { published } = await currentMenus(tx)
      if (published !== undefined) await updateRow(tx, wechatMenu, published, { state: REPLACED })
      await writeOperLog(tx, calls.remove, { version }, request, startTime)
    })
  })
}

/** Platform §11.1. */
export const servedMenu: readonly Served[] = [
  read(calls.read, async (db, who) => {
    // The version first: a menu saved meanwhile then meets a stale version at the next save.
    const version = await revisionOf(db)
    const { draft, published } = await currentMenus(db)
    const [shown] = await joinRows(db, who, joined, published === undefined ? [] : [published])
    const current = draft ?? published
    const button = current?.button ?? (await menuAtPlatform(db))
    return {
      menu: { button },
      draft: draft !== undefined,
      ...publishedBy(shown),
      version,
      unanswered: await unansweredKeys(db, button),
    }
  }),
  own(calls.create, publish),
  own(calls.remove, (db, who, { version }, request) => withdraw(db, who, version, request)),
  read(calls.history, async (db, who) => {
    const menus = await db
      .selectFrom('wechatMenu')
      .selectAll()
      .where('publishTime', 'is not', null)
      .where('isDel', '=', 0)
      .orderBy('publishTime', 'desc')
      .orderBy('id', 'desc')
      .limit(HISTORY)
      .execute()
    return (await joinRows(db, who, joined, menus)).map((menu) => ({
      id: menu.id,
      button: menu.button,
      isCurrent: menu.state === PUBLISHED,
      ...publishedBy(menu),
    }))
  }),
  change(calls.restore, async (tx, _who, { id, version }) => {
    const row = await lockRow(tx, wechatMenu, id)
    if (row.publishTime === null) throw notFound()
    await saveDraft(tx, row.button, version)
  }),
]
