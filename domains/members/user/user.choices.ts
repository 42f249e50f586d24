/** Members §2.1. */
export const SEXES = [
  { value: 0, label: '未知' },
  { value: 1, label: '男' },
  { value: 2, label: '女' },
  { value: 3, label: '保密' },
] as const

/** Where people register and sign in from; terminals of visits. Members §2.1, doors §7.1. */
export const USER_TYPES = [
  { value: 'public', label: '公众号' },
  { value: 'routine', label: '小程序' },
  { value: 'h5', label: 'H5' },
  { value: 'ios', label: 'iOS' },
  { value: 'android', label: '安卓' },
  { value: 'pc', label: 'PC' },
  { value: 'import', label: '导入' },
  { value: 'api', label: '接口' },
] as const

export const USER_STATES = [
  { value: 1, label: '正常', means: 'done' },
  { value: 0, label: '停用', means: 'off' },
] as const

export const LIFE_STATES = [
  { value: 0, label: '正常', means: 'done' },
  { value: 1, label: '注销冷静期', means: 'waits' },
  { value: 2, label: '已注销', means: 'off' },
  { value: 3, label: '已合并', means: 'off' },
] as const

/** Computed in the order of Members §2.2, told in the order of a customer's life. */
export const LIFE_STAGES = [
  { value: 1, label: '新客' },
  { value: 2, label: '未购' },
  { value: 3, label: '首购' },
  { value: 4, label: '活跃' },
  { value: 5, label: '沉睡' },
  { value: 6, label: '流失' },
] as const

/** How an account of another house is known. Members §1.3. */
export const IDENTITY_TYPES = [
  { value: 'wechat', label: '公众号' },
  { value: 'routine', label: '小程序' },
  { value: 'unionid', label: '微信开放平台' },
  { value: 'apple', label: 'Apple' },
  { value: 'alipay', label: '支付宝' },
] as const

/** Members §1.3 userVisitRecord. */
export const VISIT_TYPES = [
  { value: 1, label: '首页' },
  { value: 2, label: '商品详情' },
  { value: 3, label: '营销活动' },
  { value: 4, label: '个人中心' },
] as const

export const COUNTRIES = [
  { value: 'CN', label: '中国大陆' },
  { value: 'OTHER', label: '其他' },
] as const
