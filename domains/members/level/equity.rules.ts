/** Benefits the server acts on; the values are fixed. Members §3.2. */
export const EQUITIES = [
  { value: 1, label: '会员折扣' },
  { value: 2, label: '会员价' },
  { value: 3, label: '升级礼' },
  { value: 4, label: '生日礼' },
  { value: 5, label: '月度礼' },
  { value: 6, label: '积分加倍' },
  { value: 7, label: '专属客服' },
  { value: 8, label: '优先发货' },
  { value: 9, label: '免费退货' },
  { value: 10, label: '自定义' },
] as const
export type EquityCode = (typeof EQUITIES)[number]['value']

interface EquityFacts {
  /** what the value says, for who fills it in */
  means: string
  /** the entity whose row the value names */
  of?: string
  /** whole numbers it lies between */
  range?: readonly [least: number, most: number]
  /** a text of one's own */
  text?: true
}

/** What the value of each benefit says. Members §3.2. */
export const EQUITY_FACTS: Readonly<Record<EquityCode, EquityFacts>> = {
  1: { means: '等级的享受折扣' },
  2: { means: '付费会员价' },
  3: { means: '福袋', of: 'levelBag' },
  4: { means: '福袋', of: 'levelBag' },
  5: { means: '福袋', of: 'levelBag' },
  6: { means: '积分活动', of: 'gainPromotion' },
  7: { means: '客服组', of: 'agentGroup' },
  8: { means: '优先级', range: [1, 9] },
  9: { means: '每月次数', range: [1, 31] },
  10: { means: '自定义内容', text: true },
}

/** What is wrong with the value of a benefit; null when nothing is. */
export function equityFault(code: EquityCode, value: string): string | null {
  const { means, range, of, text } = EQUITY_FACTS[code]
  if (range !== undefined) {
    const [least, most] = range
    const number = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN
    return number >= least && number <= most ? null : `${means}应在${least}到${most}之间`
  }
  if (text) return value === '' ? `请输入${means}` : null
  if (of !== undefined) return value === '' || /^[1-9]\d{0,8}$/.test(value) ? null : `${means}格式不正确`
  return value === '' ? null : `${means}无需填写`
}

/** What a line of benefits looks like to who uses it. */
export interface Equity {
  equityCode: EquityCode
  name: string
  icon: string
  desc: string
  value: string
  sort: number
  status: 0 | 1
}

/** The highest value that any of the benefits of a code has; 0 without one: rank of 优先发货, times of 免费退货. */
export const bestOf = (equities: readonly Equity[], code: EquityCode): number =>
  Math.max(
    0,
    ...equities.filter((one) => one.equityCode === code && one.status === 1).map((one) => Number(one.value)),
  )
