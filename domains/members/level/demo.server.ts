import { drawPicture } from '#domains/files/files.door.ts'
import type { Demo } from '#kit/server/demo.ts'
import { configCalls } from '../config/config.calls.ts'
import { taskCalls } from '../task/task.calls.ts'
import { levelCalls } from './level.calls.ts'

// name, growth, discount, colour, benefits as code, name and value
const LEVELS = [
  ['普通会员', 0, '', '#8c8c8c', []],
  ['青铜会员', 500, '98.00', '#b08d57', [[1, '会员折扣', '']]],
  [
    '白银会员',
    2000,
    '95.00',
    '#9aa5b1',
    [
      [1, '会员折扣', ''],
      [9, '免费退货', '1'],
    ],
  ],
  [
    '黄金会员',
    5000,
    '92.00',
    '#d4a017',
    [
      [1, '会员折扣', ''],
      [9, '免费退货', '2'],
      [8, '优先发货', '3'],
    ],
  ],
  [
    '钻石会员',
    12_000,
    '88.00',
    '#3aa6d0',
    [
      [1, '会员折扣', ''],
      [9, '免费退货', '5'],
      [8, '优先发货', '1'],
      [10, '生日问候', '生日当天致电并赠送鲜花'],
    ],
  ],
] as const

// name, type, target, period, growth, what it says
const TASKS = [
  ['完善个人资料', 1, '1', 1, 50, '填写头像、昵称、性别和生日'],
  ['绑定手机号', 2, '1', 1, 30, '绑定后可接收订单通知'],
  ['每日签到', 4, '1', 2, 2, '每天签到一次'],
  ['连续签到7天', 5, '7', 4, 20, '一个月内连续签到满7天'],
  ['本周消费满200元', 10, '200.00', 3, 40, '按已完成订单的实付金额计算'],
  ['评价已购商品', 12, '3', 4, 15, '本月评价3件商品'],
] as const

/** Levels, tasks and what is set for members, so that the consumers of the demonstration rise. Members §3. */
export async function fillLevels({ admin, ago, db }: Demo): Promise<void> {
  for (const [at, [name, experience, discount, color, benefits]] of LEVELS.entries())
    await ago(290, async () => {
      const icon = await drawPicture(db, { name, shape: 'badge', hue: 30 + at * 50 })
      await admin(levelCalls.save, {
        ...{ levelType: 1, name, grade: at + 1, experience, color, icon },
        ...(discount === '' ? {} : { discount: Number(discount) }),
        equities: benefits.map(([equityCode, title, value], sort) => ({
          ...{ equityCode, name: title, value, icon, sort: 10 - sort, status: 1 as const },
        })),
      })
    })
  for (const [at, [name, discount]] of (
    [
      ['企业客户', 95],
      ['重点客户', 90],
    ] as const
  ).entries())
    await ago(280, async () => {
      const icon = await drawPicture(db, { name, shape: 'badge', hue: 200 + at * 40 })
      await admin(levelCalls.save, { levelType: 3, name, grade: at + 1, discount, icon })
    })
  for (const [at, [name, taskType, target, period, experience, desc]] of TASKS.entries())
    await ago(200 - at, async () => {
      const icon = await drawPicture(db, { name, shape: 'badge', hue: at * 55 })
      await admin(taskCalls.save, { name, taskType, target, period, experience, desc, icon, sort: 100 - at })
    })
  await ago(270, () =>
    admin(configCalls.save, {
      ...{ type: 'memberHelp', channelId: 0 },
      fields: {
        title: '会员帮助',
        content:
          '<p>成长值决定会员等级：下单、签到、评价和完成任务都能获得成长值。等级越高，折扣和权益越多。</p>',
        faq: [
          {
            question: '成长值什么时候到账？',
            answer: '确认收货后按实付商品金额每元1点到账，退款时按件扣回。',
          },
          { question: '等级会降低吗？', answer: '累计成长方式下，只有退款扣回成长值才可能降级。' },
        ],
      },
    }),
  )
}
