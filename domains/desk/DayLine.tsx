const WIDTH = 120
const HEIGHT = 28
const EDGE = 2

interface DayLineProps {
  /** a figure a day, the last one is today's */
  days: readonly number[]
  label: string
  unit: string
}

/** How a figure went over some days; read out as its numbers. Screens §6. */
export function DayLine({ days, label, unit }: DayLineProps) {
  const most = Math.max(1, ...days)
  const step = (WIDTH - 2 * EDGE) / Math.max(1, days.length - 1)
  const points = days.map((n, at) => [EDGE + at * step, HEIGHT - EDGE - (n / most) * (HEIGHT - 2 * EDGE)])
  const [x = 0, y = 0] = points.at(-1) ?? []
  return (
    <svg
      className="desk-line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMinYMid"
      role="img"
      aria-label={`${label}：${days.join('、')}${unit}`}
    >
      <polyline points={points.map((one) => one.join(',')).join(' ')} />
      <circle cx={x} cy={y} r={EDGE} />
    </svg>
  )
}
