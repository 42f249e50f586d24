import { drawPicture } from '#domains/files/files.door.ts'
import type { Demo } from '#kit/server/demo.ts'
import { companyCalls } from '../company/company.document.ts'
import { openCalls } from '../company/companyOpen.calls.ts'
import { orgLevelCalls } from '../level/orgLevel.calls.ts'
import { qualityCalls } from '../partner/licence/quality.document.ts'
import { shoudaCalls } from '../partner/shouda.document.ts'
import { demoContact, demoCreditCode, demoPhone } from './people.ts'

// name, short, type (org_type), district, address, agent, credit in yuan, days until its licence ends
const COMPANIES = [
  ['福州鼓楼好邻居连锁超市有限公司', '好邻居', '1', 350102, '五四路162号', '李强', 200_000, 18],
  ['厦门鹭江百货有限公司', '鹭江百货', '1', 350203, '中山路76号', '李强', 300_000, 240],
  ['福建万家优品商贸有限公司', '万家优品', '2', 350102, '八一七北路89号', '张伟', 500_000, 400],
  ['杭州湖滨生活馆有限公司', '湖滨生活', '1', 330106, '天目山路5号', '张伟', 120_000, 9],
  ['上海徐汇乐享便利店', '乐享便利', '3', 310104, '肇嘉浜路300号', '李强', 50_000, 150],
  ['南京玄武晨光文化用品店', '晨光文化', '5', 320102, '珠江路88号', '张伟', 30_000, 95],
  ['深圳南山科技园服务中心', '南山服务', '4', 440305, '科技南路18号', '李强', 80_000, 330],
  ['北京朝阳优选社区商店', '优选社区', '3', 110105, '望京街10号', '张伟', 60_000, 28],
  ['厦门思明海岸露营俱乐部', '海岸露营', '5', 350203, '环岛东路66号', '李强', 40_000, 200],
  ['福州台江新风尚服饰商行', '新风尚', '5', 350102, '台江路33号', '张伟', 45_000, 120],
  ['福建三坊文创有限公司', '三坊文创', '1', 350102, '南后街21号', '李强', 90_000, 500],
  ['杭州良渚亲子乐园有限公司', '良渚亲子', '1', 330106, '玉鸟路9号', '张伟', 70_000, 60],
] as const
const STARS = [5, 4, 3, 2] as const
/** What is under way when the demonstration begins: handed in today, and one that is still being written. */
const NEW_COMPANIES = [
  ['福州仓山佳美日用品商行', '佳美日用', '5', 350102, '上三路45号', '李强', 35_000, 365],
  ['厦门集美学村文具店', '学村文具', '3', 350203, '石鼓路12号', '张伟', 20_000, 365],
  ['上海静安时尚买手店', '静安买手', '1', 310104, '南京西路1266号', '李强', 150_000, 365],
  ['广州天河母婴生活馆', '天河母婴', '1', 440305, '体育西路101号', '张伟', 60_000, 365],
] as const
type CompanyFacts = (typeof COMPANIES | typeof NEW_COMPANIES)[number]

const LEVELS = [
  ['金牌', 3, '#d4a017', 92, 85],
  ['银牌', 2, '#8c8c8c', 95, 70],
  ['普通', 1, '#b87333', null, 0],
] as const

function formOf(demo: Demo, n: number, facts: CompanyFacts, paper: string, agentId: number) {
  const [orgName, shortName, orgType, districtId, address, , credit, left] = facts
  const creditCode = demoCreditCode(n)
  const contactName = demoContact(n)
  const contactPhone = demoPhone(n)
  const money = { creditLimit: `${credit}.00`, creditDays: 30, settleType: 3 } as const
  const file = (name: string) => [{ name: `${name}.png`, url: paper }]
  return {
    company: {
      orgName,
      shortName,
      orgType,
      channelIds: [1202, 1204],
      creditCode,
      licenceFile: file('营业执照'),
      legalPerson: demoContact(n + 7),
      districtId,
      address,
      contactName,
      contactPhone,
      contactEmail: `org${n}@example.com`,
      agentId,
      ...money,
    },
    shouda: {
      shoudaName: orgName,
      shoudaNum: String(1_000_000 + n),
      channelId: 1202,
      salesOrg: '1000',
      distChannel: '10',
      division: '00',
      paymentTerms: 'Z030',
    },
    payer: { payerName: `${shortName}结算户`, taxNo: creditCode, ...money, reconDay: 5 },
    shipTo: {
      shipToCode: String(2_000_000 + n),
      shipToName: `${shortName}收货点`,
      contactName,
      contactPhone,
      districtId,
      address,
    },
    invoiceTo: {
      invoiceTitle: orgName,
      taxNo: creditCode,
      invoiceType: 1,
      receiveEmail: `bill${n}@example.com`,
    },
    user: {
      account: `buyer${String(n).padStart(3, '0')}`,
      realName: contactName,
      phone: contactPhone,
      orgRole: [1, 4],
      needApprove: 0,
    },
    licences: [
      {
        licenceType: '109',
        licenceNo: `JY1350102${String(n).padStart(7, '0')}`,
        holder: orgName,
        issueOrg: '市场监督管理局',
        startDate: demo.day(left - 1825),
        endDate: demo.day(left),
        files: file('食品经营许可证'),
      },
    ],
  } as const
}

const paperOf = (demo: Demo) => drawPicture(demo.db, { name: '营业执照', shape: 'paper', hue: 210 })

/** Levels of companies, and companies with their partners, users and licences, opened and decided over the last year. */
export async function fillCompanies(demo: Demo): Promise<void> {
  const { as, ago, idOf } = demo
  const manager = as('王丽')
  for (const [levelName, grade, color, discount, minScore] of LEVELS)
    await manager(orgLevelCalls.save, { levelName, grade, channelId: 1202, color, discount, minScore })
  const paper = await paperOf(demo)
  for (const [n, facts] of COMPANIES.entries())
    await ago(340 - n * 28, async () => {
      const agentId = await idOf('admin', facts[5])
      const form = formOf(demo, n + 1, facts, paper, agentId)
      const { id } = await manager(openCalls.open, { ...form, submit: 1 })
      const finance = as('赵慧')
      await finance(companyCalls.examine, { id, auditStatus: 1 })
      const { list: soldTo } = await finance(shoudaCalls.list, { companyId: String(id) })
      for (const one of soldTo) await finance(shoudaCalls.examine, { id: one.id, auditStatus: 1 })
      const { list: qualities } = await finance(qualityCalls.list, { companyId: String(id) })
      for (const one of qualities) await finance(qualityCalls.examine, { id: one.id, auditStatus: 1 })
      const [level] = LEVELS[n % LEVELS.length] ?? LEVELS[0]
      await manager(orgLevelCalls.set, {
        ids: String(id),
        orgLevelId: await idOf('orgLevel', level),
        star: STARS[n % STARS.length] ?? 3,
        reason: '按上年采购额核定',
      })
    })
}

/** Companies that wait for a decision, with what belongs to them. */
export async function fillNewCompanies(demo: Demo): Promise<void> {
  const { as, ago, idOf } = demo
  const paper = await paperOf(demo)
  const manager = as('王丽')
  for (const [n, facts] of NEW_COMPANIES.entries())
    await ago(NEW_COMPANIES.length - 1 - n, async () => {
      const form = formOf(demo, 50 + n, facts, paper, await idOf('admin', facts[5]))
      await manager(openCalls.open, { ...form, submit: n === NEW_COMPANIES.length - 1 ? 0 : 1 })
    })
}
