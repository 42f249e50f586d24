const MOST_SHOWN = 99

/** How many things wait behind a page of the menu; nothing when none do. `label` says it to those who hear it. */
export function MenuBadge({ count, label }: { count: number; label: string }) {
  if (count === 0) return null
  return (
    <span className="k-menu-badge" role="status" aria-label={`${count}${label}`} title={`${count}${label}`}>
      {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
    </span>
  )
}
