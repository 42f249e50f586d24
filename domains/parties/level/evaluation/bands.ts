import { textOf } from '#kit/web/fieldUi.ts'
import { rowsOf } from '#kit/web/lines/line.ts'

/** Bands in words: <60 → 20；60–80 → 60；≥80 → 100. */
export function bandsText(value: unknown): string {
  return rowsOf(value)
    .map((band) => {
      const [from, to] = [textOf(band.from), textOf(band.to)]
      const range =
        from === '' && to === '' ? '全部' : from === '' ? `<${to}` : to === '' ? `≥${from}` : `${from}–${to}`
      return `${range} → ${textOf(band.score)}分`
    })
    .join('；')
}
