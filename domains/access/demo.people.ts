/** The password of everybody in a demonstration; it is told on the page where they sign in. */
export const DEMO_PASSWORD = 'Haixia-6-yang'

/** Roles with the pages they see: keys of menu nodes, each with all below it. */
export const ROLES: readonly {
  code: string
  name: string
  level: number
  dataScope: 1 | 4 | 5
  pages: readonly string[]
  /** pages they only look at */
  looks?: readonly string[]
  /** decides nothing: others examine what they write */
  isMaker?: boolean
}[] = [
  { code: 'manager', name: '总经理', level: 80, dataScope: 1, pages: [''] },
  {
    code: 'product',
    name: '商品主管',
    level: 50,
    dataScope: 1,
    pages: ['storerepo', 'store', 'tag', 'price', 'purpose'],
  },
  {
    code: 'buyer',
    name: '采购主管',
    level: 50,
    dataScope: 1,
    pages: ['supplier', 'logistics', 'purpose'],
    looks: ['storerepo.product', 'store.index'],
    isMaker: true,
  },
  {
    code: 'salesManager',
    name: '销售经理',
    level: 60,
    dataScope: 1,
    pages: ['company', 'customer', 'price'],
    looks: ['store.index'],
  },
  {
    code: 'sales',
    name: '业务员',
    level: 20,
    dataScope: 5,
    pages: [
      'company.relations',
      'company.shouda',
      'company.payer',
      'company.userAddress',
      'company.invoice',
      'company.quality',
      'company.licenceManagement',
      'customer',
    ],
    looks: ['store.index'],
    isMaker: true,
  },
  {
    code: 'finance',
    name: '财务主管',
    level: 60,
    dataScope: 1,
    pages: [
      'price',
      'company',
      'account',
      'icbcVacctLog',
      'order.orderPaymentLog',
      'order.orderPaymentException',
      'order.refundNote',
    ],
    looks: ['store.index'],
  },
  {
    code: 'cashier',
    name: '出纳',
    level: 20,
    dataScope: 1,
    pages: ['account', 'order.orderPaymentLog', 'order.orderPaymentException', 'order.refundNote'],
    isMaker: true,
  },
  {
    code: 'shop',
    name: '门店店长',
    level: 30,
    dataScope: 4,
    pages: ['storeManagement'],
    looks: ['store.index'],
    isMaker: true,
  },
  {
    code: 'operator',
    name: '系统管理员',
    level: 70,
    dataScope: 1,
    pages: ['monitor', 'settings', 'maintain', 'access', 'workflow', 'wechat', 'sapQueue'],
  },
]

/** Roles that the house begins with (declareRole), by what people of the demonstration are; the first names them. Warehouse §14. */
const SEEDED = {
  warehouseLead: ['仓库主管'],
  warehouseKeeper: ['仓管员', '拣货员', '盘点员'],
} as const

/** The names of the roles that somebody has. */
export const roleNames = (code: string): readonly string[] =>
  Object.entries(SEEDED).find(([name]) => name === code)?.[1] ??
  ROLES.flatMap((one) => (one.code === code ? [one.name] : []))

export const DEPARTMENTS = [
  '总经办',
  '商品部',
  '采购部',
  '销售部',
  '财务部',
  '门店运营部',
  '信息部',
  '仓储部',
] as const

/** Name, account, role, department, position (sys_position); the first of each department leads it. */
export const STAFF: readonly (readonly [
  name: string,
  account: string,
  role: string,
  dept: string,
  position: string,
])[] = [
  ['林国栋', 'linguodong', 'manager', '总经办', '1'],
  ['陈静', 'chenjing', 'product', '商品部', '3'],
  ['何雨', 'heyu', 'product', '商品部', '3'],
  ['周敏', 'zhoumin', 'buyer', '采购部', '5'],
  ['王丽', 'wangli', 'salesManager', '销售部', '2'],
  ['李强', 'liqiang', 'sales', '销售部', '4'],
  ['张伟', 'zhangwei', 'sales', '销售部', '4'],
  ['赵慧', 'zhaohui', 'finance', '财务部', '7'],
  ['郑琳', 'zhenglin', 'cashier', '财务部', '7'],
  ['孙浩', 'sunhao', 'shop', '门店运营部', '9'],
  ['钱芳', 'qianfang', 'shop', '门店运营部', '9'],
  ['吴磊', 'wulei', 'operator', '信息部', '3'],
  ['黄志强', 'huangzhiqiang', 'warehouseLead', '仓储部', '6'],
  ['陈建军', 'chenjianjun', 'warehouseKeeper', '仓储部', '6'],
  ['杨晓梅', 'yangxiaomei', 'warehouseKeeper', '仓储部', '6'],
]

/** Whom a newcomer may sign in as: the first of each role. */
export const DEMO_PEOPLE = STAFF.flatMap(([realName, account, role], at) =>
  STAFF.findIndex((one) => one[2] === role) === at
    ? [{ realName, account, role: roleNames(role)[0] ?? '' }]
    : [],
)
