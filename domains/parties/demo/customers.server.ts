import type { Demo } from '#kit/server/demo.ts'
import { customerCalls } from '../company/customer.calls.ts'
import { demoContact, demoPhone } from './people.ts'

// name, type (1 企业 2 个体 3 个人), source, stage (1 潜在 2 意向 3 谈判), industry, expected purchase in yuan
const CUSTOMERS = [
  ['福州闽江新城商业广场', 1, 1, 2, '百货零售', 80_000],
  ['厦门五缘湾亲子会所', 1, 2, 3, '母婴', 45_000],
  ['晋安区阿杰户外店', 2, 3, 1, '户外', 12_000],
  ['杭州城西银泰柜组', 1, 4, 3, '服饰', 150_000],
  ['上海浦东青年公寓', 1, 5, 2, '物业', 20_000],
  ['马尾造船厂工会', 1, 1, 2, '机关团购', 60_000],
  ['台江阿美化妆品店', 2, 6, 1, '美妆', 9_000],
  ['长乐机场免税店', 1, 2, 3, '美妆', 220_000],
  ['南平大武夷露营地', 1, 4, 2, '户外', 35_000],
  ['个体户黄先生', 3, 5, 1, '其他', 3_000],
] as const
const WAYS = [1, 2, 3] as const

/** What agents know of their prospects, with what was said to them last and when to speak again. */
export async function fillCustomers({ as, ago, time }: Demo): Promise<void> {
  for (const [n, [customerName, customerType, source, stage, industry, amount]] of CUSTOMERS.entries()) {
    const agent = as(n % 2 === 0 ? '李强' : '张伟')
    const id = await ago(100 - n * 9, async () => {
      const made = await agent(customerCalls.save, {
        customerName,
        customerType,
        source,
        stage,
        industry,
        contactName: demoContact(n + 40),
        contactPhone: demoPhone(400 + n),
        estAmount: `${amount}.00`,
      })
      return made.id
    })
    await ago(8 - (n % 8), () =>
      agent(customerCalls.followSave, {
        customerId: id,
        followWay: WAYS[n % WAYS.length] ?? 1,
        content:
          n % 2 === 0 ? '介绍了本季新品，对方希望先看样品和报价' : '确认了首批进货的品类，等待对方内部审批',
        nextTime: time((n % 5) - 1),
      }),
    )
  }
}
