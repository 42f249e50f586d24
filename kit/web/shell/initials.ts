/**
 * The first characters of each letter in the order of pinyin, which every browser knows: a character belongs to the
 * last one that does not come after it.
 */
const FIRST = '吖八嚓咑妸发旮哈丌咔垃妈拏噢妑七呥仨他屲夕丫帀'
const LETTERS = 'abcdefghjklmnopqrstwxyz'

const byPinyin = new Intl.Collator('zh-u-co-pinyin')
const firsts = [...FIRST]
const known = new Map<string, string>()

/** Initials of a text in pinyin, other signs in lower case: 订单列表 → ddlb. Platform §4.4. */
export function initialsOf(text: string): string {
  return [...text].map(initialOf).join('')
}

function initialOf(sign: string): string {
  if (!/[一-鿿]/.test(sign)) return sign.toLowerCase()
  const found = known.get(sign) ?? LETTERS.charAt(placeOf(sign))
  known.set(sign, found)
  return found
}

function placeOf(sign: string): number {
  const after = firsts.findIndex((first) => byPinyin.compare(sign, first) < 0)
  return after === -1 ? firsts.length - 1 : Math.max(0, after - 1)
}
