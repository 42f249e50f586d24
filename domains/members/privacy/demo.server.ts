import type { Demo } from '#kit/server/demo.ts'
import { employeeCalls, groupBuyingCalls } from '../groupBuying/groupBuying.calls.ts'
import { inviteCalls } from '../invite/invite.calls.ts'
import { exportCalls } from './userExport.calls.ts'

// name, type (1 员工 3 渠道活动), most, days it still holds
const CODES = [
  ['五四路店开业拉新', 3, 200, 40],
  ['春季社群招募', 3, 500, 12],
  ['内部员工推荐', 1, 0, 300],
] as const

const PEOPLE = [
  ['A1001', '林晓东', '13905910001', '行政部'],
  ['A1002', '陈美华', '13905910002', '财务部'],
  ['A1003', '黄志远', '13905910003', '市场部'],
] as const

/** Codes by which people come, and a company whose employees buy. Members §5.2, §5.3. */
export async function fillComing({ admin, ago, idOf, time, db }: Demo): Promise<void> {
  const agent = await idOf('admin', '周敏').catch(() => null)
  for (const [n, [name, codeType, maxNum, left]] of CODES.entries()) {
    if (codeType === 1 && agent === null) continue
    await ago(60 - n * 15, () =>
      admin(inviteCalls.save, {
        ...{ name, codeType, maxNum, channelId: 1201, endTime: time(left) },
        ...(codeType === 1 ? { ownerId: agent } : {}),
      }),
    )
  }
  const sold = await db
    .selectFrom('shouda')
    .select('id')
    .where('inForce', '=', 1)
    .where('status', '=', 1)
    .where('isDel', '=', 0)
    .orderBy('id')
    .executeTakeFirst()
  if (sold === undefined) return
  // The room of the parties has shown nobody with group buying.
  await db.updateTable('shouda').set({ isGroupBuying: 1 }).where('id', '=', sold.id).execute()
  await ago(30, async () => {
    const { id: groupBuyingId } = await admin(groupBuyingCalls.save, {
      ...{ shoudaId: sold.id, name: '员工福利团购', contactName: '林晓东', contactPhone: '13905910001' },
      ...{ joinModes: [1, 2, 3], startTime: time(-30), endTime: time(330), maxPeople: 50 },
      ...{ monthLimit: '1000.00', payMode: 1, shipMode: 1 },
    })
    for (const [empNo, realName, phone, deptName] of PEOPLE)
      await admin(employeeCalls.save, { groupBuyingId, empNo, realName, phone, deptName })
  })
}

/** An export that left its row. Members §10.2. */
export async function fillExports({ admin, ago }: Demo): Promise<void> {
  await ago(3, () =>
    admin(exportCalls.start, {
      columns: 'userNo,nickname,phone,level,payCount,netAmount',
      reason: '月度会员分析',
    }),
  )
}
