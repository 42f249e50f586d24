import { textOf } from '#kit/web/fieldUi.ts'
import { rowsOf } from '#kit/web/lines/line.ts'
import { DIMENSIONS, figureText } from './evaluation.rules.ts'

/** Bands of a dimension in words: <60% → 20分；60%–80% → 60分；≥80% → 100分. */
export function bandsText(dimension: unknown, value: unknown): string {
  const of = DIMENSIONS.find((one) => String(one.value) === String(dimension))?.value
  const said = (limit: unknown): string => {
    const text = textOf(limit)
    return text === '' || of === undefined ? text : figureText(of, Number(text))
  }
  return rowsOf(value)
    .map((band) => {
      const [from, to] = [said(band.from), said(band.to)]
      const range =
        from === '' && to === '' ? '全部' : from === '' ? `<${to}` : to === '' ? `≥${from}` : `${from}–${to}`
      return `${range} → ${Number(textOf(band.score))}分`
    })
    .join('；')
}
