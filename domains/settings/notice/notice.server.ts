import { sql } from 'kysely'
import { countRows } from '#kit/server/counts.ts'
import type { Tx } from '#kit/server/database.ts'
import { answerPage } from '#kit/server/list.ts'
import type { JobDefinition } from '#kit/server/room.ts'
import { lockRow, readRow, updateRow } from '#kit/server/rows.ts'
import { change, read, type Served } from '#kit/server/serve.ts'
import { refuseIf } from '#kit/server/standard.ts'
import { notice, touch } from '#kit/server/transaction.ts'
import { waitingFor } from '#kit/server/waiting.ts'
import { notFound } from '#kit/shared/errors.ts'
import { adminNotice } from './adminNotice.entity.ts'
import { ownNoticeCalls as own, sceneNoticeCalls as scenes, waitingCalls } from './notice.calls.ts'
import { NOTICE_TOPIC } from './notice.topic.ts'
import { type NoticeChannel, SWITCH_OF } from './scenes.ts'
import { ABSENT, FOR_STAFF, OFF, ON, systemNotification } from './systemNotification.entity.ts'

const KEPT_DAYS = 180

async function turn(tx: Tx, id: number, channel: NoticeChannel): Promise<void> {
  const row = await lockRow(tx, systemNotification, id)
  const name = SWITCH_OF[channel]
  refuseIf(row[name] === ABSENT, '该场景没有此通知方式')
  await updateRow(tx, systemNotification, row, { [name]: row[name] === ON ? OFF : ON })
}

export const servedNotice: readonly Served[] = [
  read(scenes.list, (db, who, input) => answerPage(db, who, systemNotification, scenes.list.answer, input)),
  read(scenes.info, (db, who, { id }) => readRow(db, who, systemNotification, id)),
  change(scenes.update, async (tx, _who, { id, version, ...values }) =>
    updateRow(tx, systemNotification, await lockRow(tx, systemNotification, id, { version }), values),
  ),
  change(scenes.switchNotice, (tx, _who, { id }) => turn(tx, id, 'notice')),
  change(scenes.switchSms, (tx, _who, { id }) => turn(tx, id, 'sms')),
  change(scenes.switchWechat, (tx, _who, { id }) => turn(tx, id, 'wechat')),
  change(scenes.switchRoutine, (tx, _who, { id }) => turn(tx, id, 'routine')),
  read(waitingCalls.waiting, (db, who) => waitingFor(db, who)),
  read(own.list, (db, who, { unread, ...input }) =>
    answerPage(db, who, adminNotice, own.list.answer, input, {
      order: [['createTime', 'desc']],
      where: [
        sql<boolean>`"adminNotice"."adminId" = ${who.adminId}`,
        ...(unread === 1 ? [sql<boolean>`"adminNotice"."readTime" is null`] : []),
      ],
    }),
  ),
  read(own.count, async (db, who) => {
    const unread = db
      .selectFrom('adminNotice')
      .where('adminId', '=', who.adminId)
      .where('isDel', '=', 0)
      .where('readTime', 'is', null)
    return { count: await countRows(db, unread, ['adminNotice']) }
  }),
  change(own.read, async (tx, who, { ids }) => {
    let query = tx
      .updateTable('adminNotice')
      .set({ readTime: sql`now()` })
      .where('adminId', '=', who.adminId)
      .where('readTime', 'is', null)
    if (ids.length > 0) query = query.where('id', 'in', ids)
    const read = await query.returning('id').execute()
    // The other windows of the person are to know as well.
    if (read.length > 0) {
      touch(tx, adminNotice.name)
      notice(tx, { topic: NOTICE_TOPIC, adminId: who.adminId })
    }
  }),
  read(own.wishes, async (db, who) => {
    const rows = await db
      .selectFrom('systemNotification')
      .selectAll()
      .where('sendType', '=', FOR_STAFF)
      .where('isDel', '=', 0)
      .orderBy('id')
      .execute()
    const refused = await db
      .selectFrom('noticeRefusal')
      .select(['mark', 'channel'])
      .where('adminId', '=', who.adminId)
      .execute()
    const keys = new Set(refused.map((one) => `${one.mark} ${one.channel}`))
    return rows.map((row) => {
      const wish = (channel: NoticeChannel) =>
        row[SWITCH_OF[channel]] === ON ? !keys.has(`${row.mark} ${channel}`) : null
      const { id, mark, type, description } = row
      return { id, mark, type, description, notice: wish('notice'), sms: wish('sms'), wechat: wish('wechat') }
    })
  }),
  change(own.wish, async (tx, who, { mark, channel, on }) => {
    const scene = await tx
      .selectFrom('systemNotification')
      .select(['id'])
      .where('mark', '=', mark)
      .where('sendType', '=', FOR_STAFF)
      .where('isDel', '=', 0)
      .executeTakeFirst()
    if (scene === undefined) throw notFound()
    const row = { adminId: who.adminId, mark, channel }
    if (on === 0)
      await tx
        .insertInto('noticeRefusal')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await tx
        .deleteFrom('noticeRefusal')
        .where('adminId', '=', row.adminId)
        .where('mark', '=', mark)
        .where('channel', '=', channel)
        .execute()
  }),
]

/** Old messages go, read or not, and with them the memory that they were told. */
export const noticeJob: JobDefinition = {
  name: 'notice.expire',
  title: '清理站内信',
  cron: '0 40 3 * * *',
  async run(db) {
    const before = sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`
    const gone = await db.deleteFrom('adminNotice').where('createTime', '<', before).executeTakeFirst()
    await db.deleteFrom('noticeSent').where('createTime', '<', before).execute()
    return Number(gone.numDeletedRows)
  },
}
