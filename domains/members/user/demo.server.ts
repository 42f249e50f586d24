import type { Demo } from '#kit/server/demo.ts'
import { asSystem } from '#kit/server/transaction.ts'
import { userGroupCalls } from '../group/userGroup.calls.ts'
import { postExperience } from '../level/experience.server.ts'
import { userCalls } from './user.calls.ts'
import { countPaid } from './userEvents.server.ts'
import { addFact } from './userStat.server.ts'

const FAMILY = [...'陈林黄郑张吴王刘杨李周徐何谢许叶']
const GIVEN = [
  '晓燕',
  '志强',
  '美玲',
  '海涛',
  '雅琴',
  '俊峰',
  '雪梅',
  '伟明',
  '佳慧',
  '文杰',
  '丽娜',
  '永康',
  '思远',
]
const CALLED = [
  '爱吃坚果的小鹿',
  '山里的风',
  '橙子汽水',
  '一只鲸',
  '晚安福州',
  '南风知意',
  '小满',
  '露营日记',
  '阿May',
  '豆沙包',
]
const USERS = 200
const TOGETHER = 10
const DAY_MS = 86_400_000
/** Of every so many users one never bought, one bought once, the others more often. */
const KINDS = 5

const GROUPS = [
  ['老客户', 1, '消费三次以上'],
  ['新客户', 1, '注册一个月以内'],
  ['企业采购', 2, '为单位下单'],
  ['礼品客户', 2, '节前集中购买'],
] as const

const at = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length]
  if (found === undefined) throw new Error('There is nothing to choose from')
  return found
}

/** Consumers with what they bought, some of them long ago, and what staff noted of them. Members §2. */
export async function fillUsers({ admin, ago, db }: Demo): Promise<void> {
  const groups = await ago(300, async () => {
    const made: number[] = []
    for (const [sort, [groupName, groupType, mark]] of GROUPS.entries())
      made.push((await admin(userGroupCalls.save, { groupName, groupType, mark, sort })).id)
    return made
  })
  const uids: number[] = []
  for (let first = 0; first < USERS; first += TOGETHER) {
    const age = Math.floor(((USERS - first) * 360) / USERS)
    const own = await ago(age, () => register(first, age))
    uids.push(...own)
    await ago(Math.floor(age / 2), async () => {
      for (const [at, uid] of own.entries()) await buy(first + at, uid, age)
    })
  }
  const uidAt = (n: number): number => at(uids, n)
  for (let n = 7; n < USERS; n += 20)
    await admin(userCalls.founds, {
      ...{
        uid: uidAt(n),
        moneyType: 1,
        moneyValue: `${20 + (n % 80)}.00`,
        experienceType: 1,
        experienceValue: 100,
      },
      ...{ mark: '活动补偿', requestNo: `demo${n}` },
    })
  await admin(userCalls.status, { id: String(uidAt(13)), status: 0, reason: '多次恶意退货，客服主管确认' })
  for (const n of [21, 22, 23, 24]) await admin(userCalls.spread, { userId: uidAt(n), spreadUid: uidAt(20) })

  async function register(first: number, age: number): Promise<number[]> {
    const made: number[] = []
    for (let n = first; n < first + TOGETHER; n++) {
      const name = `${at(FAMILY, n)}${at(GIVEN, n * 5)}`
      const saved = await admin(userCalls.save, {
        phone: `1377${String(1_000_000 + n * 7919).slice(-7)}`,
        nickname: n % 4 === 0 ? `${at(CALLED, n / 4)}${n}` : name,
        realName: name,
        channelId: n % 9 === 0 ? 1205 : 1201,
        groupId: n % KINDS >= 3 ? at(groups, 0) : age < 30 ? at(groups, 1) : null,
      })
      made.push(saved.id)
    }
    return made
  }

  async function buy(n: number, uid: number, age: number): Promise<void> {
    const times = n % KINDS
    const back = (days: number) => new Date(Date.now() - Math.max(1, days) * DAY_MS)
    for (let time = 0; time < times; time++) {
      // The last one is recent for most, long ago for some who are then asleep or lost.
      const days = Math.floor((age * (times - time)) / (times + (n % 7 === 3 ? 0 : 2)))
      const paid = 2900 + ((n * 3700 + time * 5300) % 46_000)
      const id = n * 10 + time + 1
      await asSystem(db, async (tx) => {
        await countPaid(tx, {
          ...{
            orderId: id,
            orderSn: `DEMO${String(id).padStart(6, '0')}`,
            channelId: 1201,
            uid,
            time: back(days),
          },
          lines: [{ lineId: id, productId: 1 + (n % 20), skuId: 1 + (n % 20), q: 1000, paid }],
        })
        await postExperience(tx, {
          ...{
            uid,
            amount: Math.floor(paid / 100),
            linkType: 'order',
            linkId: `DEMO${id}`,
            title: '订单完成',
          },
        })
      })
    }
    if (n % 3 !== 0)
      await asSystem(db, (tx) => addFact(tx, { uid, time: back(Math.min(age, n % 40)), visits: 1 + (n % 6) }))
  }
}
