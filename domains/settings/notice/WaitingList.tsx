import { MenuBadge } from '#kit/web/MenuBadge.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { useKnown } from '#kit/web/shell/house.ts'
import { chainOf } from '#kit/web/shell/menu.ts'
import { pathOf, type Waiting } from './useWaiting.ts'
import './notice.css'

interface WaitingListProps {
  waiting: readonly Waiting[]
  /** before a page is opened */
  onLeave(): void
}

/** What waits for the person's decision, and the way to the lists where it stands; nothing when nothing waits. */
export function WaitingList({ waiting, onLeave }: WaitingListProps) {
  const { menus } = useKnown()
  if (waiting.length === 0) return null
  const open = (list: string) => {
    onLeave()
    goTo(list)
  }
  return (
    <section aria-label="待审核">
      <header className="set-notice-head">
        <h3>待审核</h3>
      </header>
      <ul className="set-notices">
        {waiting.map(({ type, label, list, count }) => (
          <li key={type}>
            {/* Whoever decides without the list of the menu is told all the same. */}
            <button
              type="button"
              disabled={chainOf(menus ?? [], pathOf(list)).length === 0}
              onClick={() => open(list)}
            >
              <span className="set-notice-title">
                <strong>{label}</strong>
                <MenuBadge count={count} label={`个${label}待审核`} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
