import type { Demo } from '#kit/server/demo.ts'
import { providerCalls, supplierCalls } from '../supplier/supplier.document.ts'
import { demoContact, demoCreditCode, demoPhone } from './people.ts'

// name, short, type (1 生产商 2 经销商 3 服务商), grade, district, address, days, days until the contract ends
const SUPPLIERS = [
  ['福州海兴服饰有限公司', '海兴服饰', 1, 'A', 350102, '工业路68号', 30, 220],
  ['厦门鹭岛制衣有限公司', '鹭岛制衣', 1, 'B', 350203, '湖滨南路12号', 30, 25],
  ['广州南岭户外用品有限公司', '南岭户外', 1, 'A', 440305, '科苑路9号', 45, 300],
  ['上海雅芬日化贸易有限公司', '雅芬日化', 2, 'A', 310104, '漕溪北路88号', 60, 12],
  ['杭州西溪母婴用品有限公司', '西溪母婴', 2, 'B', 330106, '文三路259号', 30, 180],
  ['深圳创声电子有限公司', '创声电子', 1, 'B', 440305, '学府路3号', 30, 90],
  ['北京京华文具有限公司', '京华文具', 2, 'C', 110105, '建国路15号', 15, -20],
  ['南京金陵家居制造厂', '金陵家居', 1, 'B', 320102, '中央路201号', 30, 400],
  ['福州闽厨电器有限公司', '闽厨电器', 1, 'A', 350102, '福马路118号', 45, 260],
] as const

// name, short, days of credit, fee of the first kilograms, of each more
const CARRIERS = [
  ['福建八闽物流有限公司', '八闽物流', 30, '12.00', '1.80'],
  ['闽通冷链运输有限公司', '闽通冷链', 15, '26.00', '3.50'],
  ['东南快运有限公司', '东南快运', 30, '9.00', '1.20'],
] as const

/** Suppliers and carriers, all but the last of each decided by somebody else than who wrote them. */
export async function fillSuppliers({ as, ago, day }: Demo): Promise<void> {
  const buyer = as('周敏')
  const manager = as('林国栋')
  for (const [
    n,
    [supplierName, shortName, supplierType, grade, districtId, address, creditDays, left],
  ] of SUPPLIERS.entries()) {
    await ago(330 - n * 34, async () => {
      const { id } = await buyer(supplierCalls.save, {
        supplierName,
        shortName,
        supplierType,
        grade,
        creditCode: demoCreditCode(100 + n),
        contactName: demoContact(n),
        contactPhone: demoPhone(100 + n),
        districtId,
        address,
        bankName: '中国工商银行股份有限公司营业部',
        bankAccount: `62220214022${String(n).padStart(8, '0')}`,
        settleType: 4,
        creditDays,
        leadTimeDays: 7 + n,
        minOrderAmount: '2000.00',
        contractNo: `HT-GY-${String(n + 1).padStart(4, '0')}`,
        contractStart: day(left - 365),
        contractEnd: day(left),
        submit: 1,
      })
      if (n < SUPPLIERS.length - 1) await manager(supplierCalls.examine, { id, auditStatus: 1 })
    })
  }
  for (const [n, [providerName, shortName, creditDays, firstFee, nextFee]] of CARRIERS.entries())
    await ago(300 - n * 90, async () => {
      const { id } = await buyer(providerCalls.save, {
        providerName,
        shortName,
        creditCode: demoCreditCode(200 + n),
        roadLicenceNo: `闽交运管许可榕字35010000${n + 1}号`,
        contactName: demoContact(n + 20),
        contactPhone: demoPhone(200 + n),
        dispatchPhone: '0591-87654321',
        districtId: 350102,
        address: `物流园区${n + 1}号`,
        logisticsModes: [3, 6],
        tempZones: n === 1 ? [3, 4] : [1],
        priceMode: 1,
        priceLines: [
          { fromCityId: 350000, toCityId: 350000, firstQty: 10, firstFee, nextQty: 1, nextFee, hours: 24 },
          {
            fromCityId: 350000,
            toCityId: 310000,
            firstQty: 10,
            firstFee: '38.00',
            nextQty: 1,
            nextFee,
            hours: 48,
          },
        ],
        settleType: 3,
        creditDays,
        contractStart: day(-300),
        contractEnd: day(65 - n * 40),
        submit: 1,
      })
      if (n < CARRIERS.length - 1) await manager(providerCalls.examine, { id, auditStatus: 1 })
    })
}

/** Code of the first drawn product, and how many a supplier delivers. */
const FIRST_SKU = 1012
const EACH = 4

/** What each supplier in force delivers, now that there are products. */
export async function fillSupplied({ as, ago, idOf, day }: Demo): Promise<void> {
  const buyer = as('周敏')
  for (const [n, [supplierName]] of SUPPLIERS.slice(0, -1).entries())
    await ago(20, async () => {
      const products = []
      for (let at = 0; at < EACH; at++) {
        const skuId = await idOf('sku', `TS${FIRST_SKU + n * EACH + at}-01`)
        const supplyPrice = `${25 + n * 8 + at * 11}.50`
        products.push({
          skuId,
          supplyPrice,
          taxRate: 13,
          startDate: day(-300),
          isDefault: 1,
          leadDays: 7,
        } as const)
      }
      await buyer(supplierCalls.update, { id: await idOf('supplier', supplierName), products })
    })
}
