/** 好评 4–5, 中评 3, 差评 1–2. Catalog §3.6. */
export const SCORE_KINDS = [
  { value: 'good', label: '好评', from: 4, to: 5 },
  { value: 'medium', label: '中评', from: 3, to: 3 },
  { value: 'poor', label: '差评', from: 1, to: 2 },
] as const
export type ScoreKind = (typeof SCORE_KINDS)[number]['value']

export const scoresOf = (kind: ScoreKind): number[] => {
  const range = SCORE_KINDS.find((one) => one.value === kind)
  return [1, 2, 3, 4, 5].filter((score) => range && score >= range.from && score <= range.to)
}

/** The share of good comments among those shown, as '92.00'; '0.00' while there are none. Catalog §8.2. */
export function praiseRate(good: number, shown: number): string {
  return (shown === 0 ? 0 : Math.round((good * 10_000) / shown) / 100).toFixed(2)
}

/** The mean score with one decimal; 0 while there are none. */
export function meanScore(sum: number, shown: number): number {
  return shown === 0 ? 0 : Math.round((sum * 10) / shown) / 10
}
