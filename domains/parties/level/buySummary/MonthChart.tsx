import { groupedAmount } from '#kit/shared/text.ts'

interface MonthChartProps {
  /** amounts as on the wire, oldest month first */
  months: readonly { month: string; netAmount: string; paidAmount: string }[]
}

const HEIGHT = 170
const HEAD = 16
const FOOT = 20
const STEP = 96
const BAR = 36
const COLOURS = ['var(--ant-color-primary, #1677ff)', 'var(--ant-color-success, #52c41a)'] as const

/** What stands above a bar: 12.6万, or whole yuan below ten thousand. */
function shortly(amount: string): string {
  const yuan = Number(amount)
  return Math.abs(yuan) >= 10_000 ? `${(yuan / 10_000).toFixed(1)}万` : yuan.toFixed(0)
}

/** Net and paid amounts by month, as bars; the figures stand in the title of each. Catalog §6.6. */
export default function MonthChart({ months }: MonthChartProps) {
  if (months.length === 0) return null
  const most = Math.max(1, ...months.flatMap((one) => [Number(one.netAmount), Number(one.paidAmount)]))
  const heightOf = (amount: string): number => (Math.max(0, Number(amount)) / most) * (HEIGHT - HEAD - FOOT)
  const width = months.length * STEP
  const words = months
    .map((one) => `${one.month} 净额 ${groupedAmount(one.netAmount)}，已付 ${groupedAmount(one.paidAmount)}`)
    .join('；')
  return (
    <figure style={{ margin: '0 0 12px', overflowX: 'auto' }}>
      <svg width={width} height={HEIGHT} role="img" aria-label={words}>
        {months.map((one, index) => {
          const left = index * STEP + (STEP - 2 * BAR) / 2
          return (
            <g key={one.month}>
              <title>{`${one.month}\n净额 ${groupedAmount(one.netAmount)}\n已付 ${groupedAmount(one.paidAmount)}`}</title>
              {[one.netAmount, one.paidAmount].map((amount, at) => (
                <g key={at === 0 ? 'net' : 'paid'}>
                  <rect
                    x={left + at * BAR}
                    y={HEIGHT - FOOT - heightOf(amount)}
                    width={BAR - 4}
                    height={heightOf(amount)}
                    fill={COLOURS[at]}
                  />
                  <text
                    x={left + at * BAR + (BAR - 4) / 2}
                    y={HEIGHT - FOOT - heightOf(amount) - 4}
                    textAnchor="middle"
                    fontSize={10}
                    fill="currentColor"
                  >
                    {shortly(amount)}
                  </text>
                </g>
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
      <figcaption className="k-hint">按月（元）：左为净额，右为已付</figcaption>
    </figure>
  )
}
