import { creditCode } from '../tests/creditCode.ts'

export interface ImportSheetTrial {
  name: string
  headings: readonly string[]
  count: number
  rowOf(row: number): readonly string[]
}

/** What is brought in by one import. */
export interface ImportTrial {
  bizType: string
  /** where it differs from the type: the second time the same rows … */
  name?: string
  sheets: readonly ImportSheetTrial[]
  /** rows per second, 500 unless given */
  least?: number
  /** statements that make what no sheet brings */
  before?: readonly string[]
}

const FEW = 5000
const LINES = 500

/** Sheets by the values of their rows, which are told by heading. */
function sheet(
  count: number,
  rowOf: (row: number) => Record<string, string>,
  name = '数据',
): ImportSheetTrial {
  const headings = Object.keys(rowOf(1))
  return { name, headings, count, rowOf: (row) => Object.values(rowOf(row)) }
}

const one = (
  bizType: string,
  count: number,
  rowOf: (row: number) => Record<string, string>,
): ImportTrial => ({
  bizType,
  sheets: [sheet(count, rowOf)],
})

const ADDRESS = '福建省/福州市/鼓楼区'
const phone = (row: number): string => `138${String(row).padStart(8, '0')}`
const company = (row: number): string => `KH7${String(row).padStart(6, '0')}`
const product = (row: number): string => `YP${String(row).padStart(6, '0')}`

/** New products with one specification each. */
export const PRODUCTS = (prefix: string, count: number, price = '12.80'): ImportTrial => ({
  ...one('product', count, (row) => ({
    外部编号: `${prefix}${row}`,
    商品编码: `${prefix}P${String(row).padStart(6, '0')}`,
    商品名称: `导入商品${prefix}${row}`,
    分类路径: `压测${1 + (row % 50)}`,
    单位: '件',
    售价: price,
    原价: '15.00',
    成本价: '8.00',
    税率: '13%',
    储存条件: '常温',
    渠道: '商城、供应链',
    封面图地址: '/files/a.png',
  })),
  least: 1000,
})

const customers = (name: string): ImportTrial =>
  one('customer', FEW, (row) => ({
    客户名称: `${name}${row}`,
    客户类型: '企业',
    来源: '自拓',
    联系人: '张三',
    联系电话: phone(row),
    地区: ADDRESS,
    详细地址: `示例路${row}号`,
    预计月采购额: '10000.00',
  }))

/** What payers agreed upon, one product each. */
const agreements = (price: string): ImportTrial =>
  one('payerProduct', 1000, (row) => ({
    付款方: `压测付款方${row}`,
    商品编码: `${product(row)}-01`,
    结算价: price,
    开始日期: '2099-01-01',
    结束日期: '2099-12-31',
  }))

const quotas = (most: string): ImportTrial =>
  one('productQuota', FEW, (row) => ({
    限额名称: `压测限额${row}`,
    商品编码: product(row),
    渠道: '商城',
    周期: '每日',
    起购: '0',
    限购: most,
    开始时间: '2099-01-01 00:00',
    结束时间: '2099-12-31 23:59',
    对象: '指定单位',
    指定对象: company(row),
  }))

/** Every import that brings rows by the thousand, in an order in which each names what those before it brought. */
export const IMPORTS: readonly ImportTrial[] = [
  PRODUCTS('Y', 50_000),
  { ...PRODUCTS('Y', 10_000), name: 'product again' },
  { ...PRODUCTS('Y', 10_000, '13.80'), name: 'product, changed' },
  one('bankLine', FEW, (row) => ({
    银行流水号: `YH7${String(row).padStart(9, '0')}`,
    虚拟账号: `44020291${String(row % 50).padStart(5, '0')}`,
    借贷: '入账',
    金额: '1280.50',
    交易时间: '2026-11-02 09:30:00',
    对方户名: `压测单位${row}`,
    摘要: '货款',
  })),
  one('supplier', FEW, (row) => ({
    供应商编码: `GY8${String(row).padStart(5, '0')}`,
    供应商名称: `压测供应商${row}`,
    类型: '服务商',
    统一社会信用代码: creditCode(row),
    联系人: '张三',
    联系手机: '13800138000',
    地区: ADDRESS,
    地址: `示例路${row}号`,
    结算方式: '月结',
  })),
  {
    ...one('supplierProduct', FEW, (row) => ({
      供应商: `GY8${String(row).padStart(5, '0')}`,
      商品: `${product(row)}-01`,
      供货价: '8.50',
      生效日期: '2026-01-01',
    })),
    before: [`update "supplier" set "inForce" = 1, "auditStatus" = 1`],
  },
  {
    bizType: 'company',
    sheets: [
      sheet(
        FEW,
        (row) => ({
          单位编码: company(row),
          单位名称: `压测单位${row}`,
          单位类型: '个人',
          渠道: '供应链',
          所在地区: ADDRESS,
          详细地址: `示例路${row}号`,
          联系人: '张三',
          联系电话: '13800138000',
          结算方式: '预付',
        }),
        '单位',
      ),
    ],
  },
  {
    bizType: 'company',
    name: 'partners of companies',
    sheets: [
      sheet(
        1,
        () => ({
          单位编码: 'KH799999',
          单位名称: '压测单位',
          单位类型: '个人',
          渠道: '供应链',
          所在地区: ADDRESS,
          详细地址: '示例路1号',
          联系人: '张三',
          联系电话: '13800138000',
          结算方式: '预付',
        }),
        '单位',
      ),
      sheet(
        1000,
        (row) => ({
          单位编码: company(row),
          售达方名称: `压测售达方${row}`,
          渠道: '供应链',
          销售组织: '1000',
          分销渠道: '10',
          产品组: '00',
          付款条件: 'Z030',
        }),
        '售达方',
      ),
      sheet(
        1000,
        (row) => ({ 单位编码: company(row), 付款方名称: `压测付款方${row}`, 结算方式: '预付' }),
        '付款方',
      ),
      sheet(
        1000,
        (row) => ({
          单位编码: company(row),
          送达方名称: `压测送达方${row}`,
          收货人: '李四',
          收货电话: '13800138001',
          地区: ADDRESS,
          详细地址: '示例路2号',
        }),
        '送达方',
      ),
      sheet(
        1000,
        (row) => ({
          单位编码: company(row),
          发票抬头: `压测开票方${row}`,
          纳税人识别号: creditCode(row),
          发票类型: '电子普票',
          收票邮箱: 'bill@example.com',
        }),
        '开票方',
      ),
    ],
  },
  customers('压测客户'),
  { ...customers('压测客户'), name: 'customer again' },
  { ...customers('改名客户'), name: 'customer, changed' },
  {
    ...one('orgUser', 1000, (row) => ({
      单位: company(row),
      登录账号: `bench${row}`,
      姓名: '张三',
      手机: phone(row),
      角色: '采购、管理',
      可用售达方: `压测售达方${row}`,
    })),
    before: [
      `update "company" set "inForce" = 1, "auditStatus" = 1`,
      `update "shouda" set "inForce" = 1, "auditStatus" = 1`,
    ],
  },
  agreements('9.50'),
  { ...agreements('9.80'), name: 'payerProduct, changed' },
  quotas('10'),
  { ...quotas('20'), name: 'productQuota, changed' },
  one('salesChannel', FEW, (row) => ({
    渠道编码: `XQ${row}`,
    渠道名称: `压测销售渠道${row}`,
    所属渠道: '供应链',
    上级: row % 50 === 1 ? '' : `XQ${row - ((row - 1) % 50)}`,
  })),
  one('store', FEW, (row) => ({
    门店名称: `压测门店${row}`,
    门店类型: '直营',
    手机号码: '13800138000',
    省市区: '福建省,福州市,鼓楼区',
    详细地址: `示例路${row}号`,
    纬度: '26.0745',
    经度: '119.2965',
    营业时间: '09:00,21:00',
  })),
  one('unit', FEW, (row) => ({ 单位代码: `U${row}`, 单位名称: `压测单位${row}` })),
  one('brand', FEW, (row) => ({ 品牌名称: `压测品牌${row}` })),
  one('category', FEW, (row) => ({
    外部编号: `BC${row}`,
    上级外部编号: row % 50 === 1 ? '0' : `BC${row - ((row - 1) % 50)}`,
    分类名称: `压测分类${row}`,
  })),
  one('dictData', FEW, (row) => ({
    字典类型: 'sys_position',
    字典标签: `压测职位${row}`,
    字典键值: `b${row}`,
  })),
  one('express', FEW, (row) => ({ 编码: `bench${row}`, 物流公司名称: `压测速递${row}` })),
  one('sensitiveWord', FEW, (row) => ({ 敏感词: `压测词${row}`, 分类: '赌博诈骗', 处理: '拦截' })),
  one('basePrice', FEW, (row) => ({
    // One document holds 500 lines at most.
    标题: `压测基础价${Math.ceil(row / LINES)}`,
    生效时间: '2099-01-01 08:00',
    商品编码: `${product(row)}-01`,
    基础价: '10',
    '允许下浮(%)': '5',
  })),
  one('productDirectory', FEW, (row) => ({
    商品编码: product(row),
    目录编号: `ML-${row}`,
    目录内: '是',
    适用: '全部企业',
  })),
]
