import type { Meaning } from '#kit/shared/field.ts'

/** The colour of a meaning in all rooms, by its name in antd's palette. Screens §1. */
const HUES = { done: 'green', waits: 'orange', wrong: 'red', runs: 'blue' } as const

/** The colour of a dot or a line that stands for a meaning. */
export function hueOf(means: Meaning): string {
  return means === 'off' ? 'var(--ant-color-text-tertiary)' : `var(--ant-${HUES[means]}-6)`
}

/** A state as a tag in the colour of what it means, grey without one; its text is dark enough to be read on it (AA). */
export function StateTag({ label, means = 'off' }: { label: string; means?: Meaning | undefined }) {
  const style =
    means === 'off' ? {} : { background: `var(--ant-${HUES[means]}-1)`, color: `var(--ant-${HUES[means]}-9)` }
  return (
    <span className="k-tag" style={style}>
      {label}
    </span>
  )
}
