import { CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons'
import { useMemo } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { groupedAmount, groupedNumber } from '#kit/shared/text.ts'
import { WAITING_TOPIC } from '#kit/shared/waiting.ts'
import { HomeCard } from '#kit/web/shell/HomeCard.tsx'
import { useKnown } from '#kit/web/shell/house.ts'
import { chainOf } from '#kit/web/shell/menu.ts'
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

/**
 * The home page as it was read last; read anew when something comes to wait or is decided. Cards whose page the menu of
 * the person does not have are left out: a call may be allowed without the page.
 */
function useHome(): Home | undefined {
  useLiveReads(WAITING_TOPIC, deskCalls.home.path)
  const { menus } = useKnown()
  const { data } = useCall(deskCalls.home, {}, { quiet: true, every: EVERY_MS })
  return useMemo(() => {
    if (data === undefined) return undefined
    const open = ({ to }: { to: string }) => chainOf(menus ?? [], to.replace(/[?#].*$/, '')).length > 0
    const { todos, figures, watches, steps } = data
    return {
      todos: todos.filter(open),
      figures: figures.filter(open),
      watches: watches.filter(open),
      steps: steps.filter(open),
    }
  }, [data, menus])
}

/** 待我处理: what waits for the person, the oldest of it. Screens §6. */
export function TodoCard() {
  const home = useHome()
  if (home === undefined) return null
  const { todos } = home
  return (
    <HomeCard title="待我处理">
      {todos.length === 0 ? <p className="desk-none">没有等您处理的事</p> : <Todos todos={todos} />}
    </HomeCard>
  )
}

/** 今天: figures of the day beside yesterday and the days before. Screens §6. */
export function FigureCard() {
  const { figures = [] } = useHome() ?? {}
  if (figures.length === 0) return null
  return (
    <HomeCard title="今天">
      <Figures figures={figures} />
    </HomeCard>
  )
}

/** 要留意: what ends soon, came back or stays behind. Screens §6. */
export function WatchCard() {
  const { watches = [] } = useHome() ?? {}
  if (watches.length === 0) return null
  return (
    <HomeCard title="要留意">
      <ul className="ts-lines">
        {watches.map(({ key, label, to, failed, n }) => (
          <li key={key}>
            <PageLink to={to}>{label}</PageLink>
            <span className="ts-lines-rest">{failed ? <Failed /> : <strong>{atMost(n)}</strong>}</span>
          </li>
        ))}
      </ul>
    </HomeCard>
  )
}

/** 开始使用: what a new installation does first; gone when everything is done. Screens §6. */
export function StepCard() {
  const { steps = [] } = useHome() ?? {}
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <HomeCard title={`开始使用（${done}/${steps.length}）`}>
      <ol className="ts-entries">
        {steps.map(({ key, label, hint, to, done: isDone }) => (
          <li key={key}>
            <PageLink to={to}>
              <span className="ts-entry-icon" aria-hidden>
                {isDone ? <CheckCircleFilled /> : <ClockCircleOutlined />}
              </span>
              <span>
                <strong>{label}</strong>
                <small>{isDone ? '已完成' : hint}</small>
              </span>
            </PageLink>
          </li>
        ))}
      </ol>
    </HomeCard>
  )
}

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

/** Money has its two decimals, what is counted has none. */
const counted = (n: number, unit: string): string => (unit === '元' ? groupedAmount(n) : groupedNumber(n))

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
                    {counted(today, unit)}
                    <small> {unit}</small>
                  </strong>
                  <DayLine days={days} label={`${label}近${days.length}天`} unit={unit} />
                  <small>
                    昨天 {counted(yesterday, unit)} {unit}
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
