import { groupedAmount } from '#kit/shared/text.ts'

/** An amount with two decimals as people read it, grouped; below zero in red with a minus of its own width. Screens §1. */
export function Amount({ value }: { value: unknown }) {
  const text = groupedAmount(value)
  return text.startsWith('-') ? (
    <span className="k-number k-below-zero">{`−${text.slice(1)}`}</span>
  ) : (
    <span className="k-number">{text}</span>
  )
}
