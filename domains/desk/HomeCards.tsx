import { Card } from 'antd'
import type { ReactNode } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { WAITING_TOPIC } from '#kit/shared/waiting.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { useLiveReads } from '#kit/web/useLiveReads.ts'
import { DayLine } from './DayLine.tsx'
import { deskCalls } from './desk.calls.ts'
import './desk.css'

type Home = OutWireOf<typeof deskCalls.home>

const EVERY_MS = 60_000
/** So many are counted at most. */
const MOST = 100
const DAY_S = 86_400

/** 首页: what waits for the person, what happened today, what to keep an eye on. Screens §6. */
export default function HomeCards() {
  useLiveReads(WAITING_TOPIC, deskCalls.home.path)
  const { data } = useCall(deskCalls.home, {}, { quiet: true, every: EVERY_MS })
  if (data === undefined) return null
  const { todos, figures, watches } = data
  return (
    <>
      <Part title="待我处理">
        {todos.length === 0 ? <p className="desk-none">没有等您处理的事</p> : <Todos todos={todos} />}
      </Part>
      {figures.length > 0 && (
        <Part title="今天">
          <Figures figures={figures} />
        </Part>
      )}
      {watches.length > 0 && (
        <Part title="要留意">
          <ul className="ts-lines">
            {watches.map((one) => (
              <li key={one.key}>
                <PageLink to={one.to}>{one.label}</PageLink>
                <span className="ts-lines-rest">
                  {one.failed ? <Failed /> : <strong>{atMost(one.n)}</strong>}
                </span>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card size="small" title={<h2>{title}</h2>}>
    {children}
  </Card>
)

/** Of a card that could not be read; the others stand. */
const Failed = () => <span className="k-hint">没有取到，稍后会再试</span>

const atMost = (n: number): string => (n >= MOST ? `${MOST - 1}+` : String(n))

function Todos({ todos }: Pick<Home, 'todos'>) {
  return (
    <ul className="desk-todos">
      {todos.map(({ key, label, to, failed, n, oldest }) => (
        <li key={key}>
          <PageLink to={to}>
            <span>{label}</span>
            {failed ? <Failed /> : <strong>{atMost(n)}</strong>}
            {oldest !== null && <small>{waitedFor(oldest)}</small>}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

function waitedFor(oldest: number): string {
  const days = Math.floor((Date.now() / 1000 - oldest) / DAY_S)
  return days === 0 ? '最早的一条是今天的' : `最早的一条已等 ${days} 天`
}

function Figures({ figures }: Pick<Home, 'figures'>) {
  return (
    <ul className="desk-figures">
      {figures.map(({ key, label, to, failed, unit, days }) => {
        const [yesterday = 0, today = 0] = days.slice(-2)
        return (
          <li key={key}>
            <PageLink to={to}>
              <span>{label}</span>
              {failed ? (
                <Failed />
              ) : (
                <>
                  <strong>
                    {today.toLocaleString('zh-CN')}
                    <small> {unit}</small>
                  </strong>
                  <DayLine days={days} label={`${label}近${days.length}天`} unit={unit} />
                  <small>
                    昨天 {yesterday.toLocaleString('zh-CN')} {unit}
                  </small>
                </>
              )}
            </PageLink>
          </li>
        )
      })}
    </ul>
  )
}
