import { type Expression, type SqlBool, sql } from 'kysely'
import { clearsUid, declareErase, declareMerge, deletesRows, staysWith } from '#kit/server/consumers.ts'
import type { Tx } from '#kit/server/database.ts'
import { randomToken } from '#kit/server/envelope.ts'
import { type Figures, rowFigure } from '#kit/server/figures.ts'
import { declareWatch, rowsWhere } from '#kit/server/home.ts'
import { columnsPage } from '#kit/server/list.ts'
import { isNetwork } from '#kit/server/network.ts'
import { namesPrivateHost, PRIVATE_ADDRESS } from '#kit/server/outsideAddress.ts'
import { declareRecord } from '#kit/server/records.ts'
import type { ServerPart } from '#kit/server/room.ts'
import { insertRow, lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { standardHandlers } from '#kit/server/standard.ts'
import { recordChange } from '#kit/server/transaction.ts'
import { unfiltered } from '#kit/shared/call.ts'
import type { EntityRow } from '#kit/shared/entity.ts'
import { conflict, notFound, refuse } from '#kit/shared/errors.ts'
import { rowIn } from '#kit/shared/field.ts'
import { OPEN_SCOPES } from '#kit/shared/open.ts'
import { dayKey } from '#kit/shared/time.ts'
import { customerServed, endCustomerSessions } from './customer.server.ts'
import { gateServed, openGate, sweepOpen } from './gate.server.ts'
import { openAppsKnown, refuseUnknown } from './known.server.ts'
import { openAppCalls as calls } from './openApp.calls.ts'
import { openApp, openLog, openLogRow, webhookDetail, webhookEvent, webhookRow } from './openApp.entity.ts'
import {
  dropOldSecret,
  makeSecrets,
  OVERLAP_HOURS,
  renewSecret,
  renewWebhookSecret,
} from './secret.server.ts'
import { WEBHOOK_EVENTS } from './webhook.events.ts'
import { queueTest, webhookJob, webhookScene } from './webhook.server.ts'

type App = EntityRow<typeof openApp>

const APP_KEY_LENGTH = 24
const HOUR_MS = 3_600_000
/** An application that ends within so many days is told of. */
const SOON_DAYS = 30

/** Refuses what does not fit together: addresses that are none, events without an address or a scope. */
function checkApp(values: Partial<App>, before: App | null): Partial<App> {
  const { ipList = [], webhookUrl = '', events = [], scopes = [] } = { ...before, ...values }
  const wrong = ipList.find((one) => !isNetwork(one))
  if (wrong !== undefined) throw refuse(`IP白名单格式不正确：${wrong}`, 'ipList')
  if (webhookUrl !== before?.webhookUrl && webhookUrl !== '') {
    if (!URL.canParse(webhookUrl)) throw refuse('推送地址格式不正确', 'webhookUrl')
    if (namesPrivateHost(webhookUrl)) throw refuse(PRIVATE_ADDRESS, 'webhookUrl')
  }
  if (events.length > 0 && webhookUrl === '') throw refuse('请输入推送地址', 'webhookUrl')
  for (const { value, label, scope } of WEBHOOK_EVENTS)
    if (events.includes(value) && !scopes.includes(scope)) {
      const needed = OPEN_SCOPES.find((one) => one.value === scope)?.label ?? scope
      throw refuse(`推送“${label}”需要权限“${needed}”`, 'events')
    }
  return values
}

/** What of today is counted of an application. */
const ofToday = (name: 'calls' | 'refused') =>
  rowFigure(
    openApp,
    () => `coalesce((select d."${name}" from "openAppDay" d
      where d."appId" = "openApp"."id" and d."day" = '${dayKey(new Date())}'), 0)`,
  )

const figures: Figures = {
  todayCalls: ofToday('calls'),
  todayRefused: ofToday('refused'),
  failedEvents: rowFigure(
    openApp,
    `select count(*)::int from "webhookEvent" e where e."appId" = "openApp"."id" and e."status" = 2`,
  ),
}

const master = standardHandlers(
  openApp,
  { ...calls, save: undefined },
  {
    chosen: 'enabled',
    figures,
    prepare: async (_tx, values, before) => checkApp(values, before),
  },
)

/** Into the operation log and the time line of an application: which key was changed, never what it is. */
function recordKey(tx: Tx, { id, name }: App, text: string): void {
  recordChange(tx, { type: openApp.name, id, title: name, before: { 密钥: '' }, after: { 密钥: text } })
}

/** The application of what was queued for it, once it can be sent. */
function refuseUnsendable(app: Pick<App, 'status' | 'webhookUrl'>): void {
  if (app.status === 0) throw conflict('应用已停用')
  if (app.webhookUrl === '') throw conflict('应用没有设置推送地址')
}

const appServed: readonly Served[] = [
  change(calls.save, async (tx, _who, input) => {
    const appKey = randomToken(APP_KEY_LENGTH)
    const row = await insertRow(tx, openApp, { ...checkApp(input, null), appKey })
    return { id: row.id, appKey, ...(await makeSecrets(tx, row.id)) }
  }),
  change(calls.secret, async (tx, _who, { id, kind }) => {
    const app = await lockRow(tx, openApp, id)
    const { appKey } = app
    if (kind === 2) {
      recordKey(tx, app, '已重置推送密钥')
      return { appKey, webhookSecret: await renewWebhookSecret(tx, id) }
    }
    await updateRow(tx, openApp, app, { oldUntil: new Date(Date.now() + OVERLAP_HOURS * HOUR_MS) })
    recordKey(tx, app, '已重置应用密钥')
    return { appKey, appSecret: await renewSecret(tx, id) }
  }),
  change(calls.revoke, async (tx, _who, { id }) => {
    const app = await lockRow(tx, openApp, id)
    if (app.oldUntil === null || app.oldUntil.getTime() <= Date.now()) throw conflict('没有仍可使用的旧密钥')
    await updateRow(tx, openApp, app, { oldUntil: null })
    await dropOldSecret(tx, id)
    recordKey(tx, app, '已停用旧密钥')
  }),
  read(calls.eventList, async (db, who, { appId, status, page, limit }) => {
    await refuseUnknown(db, appId)
    const where: Expression<SqlBool>[] = [sql<SqlBool>`"webhookEvent"."appId" = ${appId}`]
    if (status !== null) where.push(sql<SqlBool>`"webhookEvent"."status" = ${sql.lit(status)}`)
    const asked = { ...unfiltered, page, limit }
    return columnsPage(db, who, webhookEvent, webhookRow, asked, { fresh: true, isDel: 'both', where })
  }),
  read(calls.eventInfo, async (db, _who, { id }) => {
    const row = await db.selectFrom('webhookEvent').selectAll().where('id', '=', id).executeTakeFirst()
    if (row === undefined) throw notFound()
    return rowIn(webhookDetail, row)
  }),
  change(calls.resend, async (tx, _who, { id }) => {
    const row = await tx
      .selectFrom('webhookEvent')
      .innerJoin('openApp', 'openApp.id', 'webhookEvent.appId')
      .select(['openApp.status', 'openApp.webhookUrl'])
      .where('webhookEvent.id', '=', id)
      .forUpdate('webhookEvent')
      .executeTakeFirst()
    if (row === undefined) throw notFound()
    refuseUnsendable(row)
    await tx
      .updateTable('webhookEvent')
      .set({ status: 0, attempts: 0, nextTime: new Date(), lastError: '' })
      .where('id', '=', id)
      .execute()
  }),
  change(calls.test, async (tx, who, { id }) => {
    refuseUnsendable(await readRow(tx, who, openApp, id))
    await queueTest(tx, id)
  }),
  read(calls.logList, async (db, who, { appId, outcome, page, limit }) => {
    await refuseUnknown(db, appId)
    const where: Expression<SqlBool>[] = [sql<SqlBool>`"openLog"."appId" = ${appId}`]
    if (outcome === 'ok') where.push(sql<SqlBool>`"openLog"."code" = 200`)
    if (outcome === 'failed') where.push(sql<SqlBool>`"openLog"."code" <> 200`)
    const asked = { ...unfiltered, page, limit }
    return columnsPage(db, who, openLog, openLogRow, asked, {
      fresh: true,
      isDel: 'both',
      dateColumn: 'time',
      where,
    })
  }),
]

const LIST = '/order/openApp'
const { permission } = calls.list

/** Application keys, the gate of /open and what applications are told of. Orders §8. */
export const openPart = {
  served: [...master.served, ...appServed, ...customerServed, ...gateServed],
  jobs: [
    webhookJob,
    {
      name: 'access.openToken.sweep',
      title: '清理开放接口令牌和客户会话',
      group: 'SYSTEM',
      cron: '0 40 * * * *',
      light: true,
      run: (db) => sweepOpen(db),
    },
  ],
  registers: [
    ...master.registers,
    openGate,
    openAppsKnown,
    // Whoever was signed in with an account that is merged signs in again, with the one that is kept.
    declareMerge('customerSession', {
      ...staysWith('登录会话'),
      merge: (tx, from) => endCustomerSessions(tx, from),
    }),
    declareErase('customerSession', deletesRows('customerSession', '登录会话')),
    declareMerge('openLog', staysWith('接口调用记录')),
    declareErase('openLog', clearsUid('openLog', '接口调用记录')),
    webhookScene,
    declareRecord({ of: openApp, read: calls.info, page: `${LIST}/info/{id}` }),
    declareWatch(
      'webhookFailed',
      rowsWhere(
        openApp,
        { label: '有推送失败的应用', to: LIST, permission },
        () =>
          sql<SqlBool>`exists (select 1 from "webhookEvent" w where w."appId" = "openApp"."id" and w."status" = 2)`,
      ),
    ),
    declareWatch(
      'openAppEnds',
      rowsWhere(
        openApp,
        { label: `${SOON_DAYS}天内到期的应用`, to: LIST, permission },
        () =>
          sql<SqlBool>`"openApp"."status" = 1 and "openApp"."expireTime" < now() + make_interval(days => ${sql.lit(SOON_DAYS)})`,
      ),
    ),
  ],
} satisfies ServerPart
