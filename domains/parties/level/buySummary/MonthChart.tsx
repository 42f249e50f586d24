import { formatAmount } from '#kit/shared/text.ts'

interface MonthChartProps {
  /** amounts as on the wire, oldest month first */
  months: readonly { month: string; netAmount: string; paidAmount: string }[]
}

const HEIGHT = 160
const FOOT = 20
const STEP = 72
const BAR = 22

/** Net and paid amounts by month, as bars; the figures stand in the title of each. Catalog §6.6. */
export default function MonthChart({ months }: MonthChartProps) {
  if (months.length === 0) return null
  const most = Math.max(1, ...months.flatMap((one) => [Number(one.netAmount), Number(one.paidAmount)]))
  const heightOf = (amount: string): number => (Math.max(0, Number(amount)) / most) * (HEIGHT - FOOT)
  const width = months.length * STEP
  const words = months
    .map((one) => `${one.month} 净额 ${formatAmount(one.netAmount)}，已付 ${formatAmount(one.paidAmount)}`)
    .join('；')
  return (
    <figure style={{ margin: '0 0 12px', overflowX: 'auto' }}>
      <svg width={width} height={HEIGHT} role="img" aria-label={words}>
        {months.map((one, index) => {
          const left = index * STEP + (STEP - 2 * BAR) / 2
          return (
            <g key={one.month}>
              <title>{`${one.month}\n净额 ${formatAmount(one.netAmount)}\n已付 ${formatAmount(one.paidAmount)}`}</title>
              {[one.netAmount, one.paidAmount].map((amount, at) => (
                <rect
                  key={at === 0 ? 'net' : 'paid'}
                  x={left + at * BAR}
                  y={HEIGHT - FOOT - heightOf(amount)}
                  width={BAR - 2}
                  height={heightOf(amount)}
                  fill={at === 0 ? 'var(--ant-color-primary, #1677ff)' : 'var(--ant-color-success, #52c41a)'}
                />
              ))}
              <text
                x={index * STEP + STEP / 2}
                y={HEIGHT - 4}
                textAnchor="middle"
                fontSize={12}
                fill="currentColor"
              >
                {one.month}
              </text>
            </g>
          )
        })}
      </svg>
      <figcaption className="k-hint">按月：左为净额，右为已付</figcaption>
    </figure>
  )
}
