import { creditCodeFits } from '#kit/shared/identity.ts'

const SIGNS = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** A credit code with its check character (GB 32100), another one for each number. */
export function demoCreditCode(n: number): string {
  const head = `91350100D${String(n).padStart(8, '0')}`
  return [...SIGNS].map((sign) => head + sign).find(creditCodeFits) ?? ''
}

/** A mobile number of a block that nobody else of the demonstration has. */
export const demoPhone = (n: number): string => `138500${String(n).padStart(5, '0')}`

/** Who answers the phone at the n-th party. */
export function demoContact(n: number): string {
  const family = '陈林黄郑张吴王刘杨李周徐'
  const given = [
    '志强',
    '美玲',
    '建国',
    '晓燕',
    '文杰',
    '丽娜',
    '海涛',
    '雅琴',
    '俊峰',
    '雪梅',
    '永康',
    '佳慧',
    '伟明',
  ]
  return `${family[n % family.length]}${given[(n * 5) % given.length]}`
}
