const NAMED: Record<string, string> = {
  primary: 'blue',
  processing: 'blue',
  success: 'green',
  info: 'cyan',
  warning: 'orange',
  danger: 'red',
  error: 'red',
}
const COLOURS = new Set([
  'blue',
  'green',
  'cyan',
  'orange',
  'red',
  'gold',
  'lime',
  'purple',
  'magenta',
  'volcano',
  'geekblue',
])

/** A state or a dictionary entry as a coloured tag; its text is dark enough to be read on its colour (AA). */
export function StateTag({ label, color }: { label: string; color?: string | undefined }) {
  const hue = color === undefined ? undefined : (NAMED[color] ?? color)
  const coloured = hue !== undefined && COLOURS.has(hue)
  return (
    <span
      className="k-tag"
      {...(coloured ? { style: { background: `var(--ant-${hue}-1)`, color: `var(--ant-${hue}-9)` } } : {})}
    >
      {label}
    </span>
  )
}
