import { Button } from 'antd'
import { goTo } from './navigate.ts'
import { knowledge } from './shell/house.ts'
import { chainOf } from './shell/menu.ts'

/** Where the condition of something is met: an address, and what a person does there. */
export interface Way {
  to: string
  label: string
}

/** Why something cannot be done now, and where that is changed. Screens §2. */
export interface Obstacle extends Partial<Way> {
  reason: string
}

/** Names of the menu down to the page of an address; null when the person may not open it. */
export function menuPathOf(to: string): string | null {
  const [pathname = ''] = to.split('?')
  const chain = chainOf(knowledge().menus ?? [], pathname)
  return chain.length === 0 ? null : chain.map((one) => one.name).join(' / ')
}

interface WayLinkProps extends Way {
  /** before the page is opened, e.g. to close the dialog around */
  onLeave?: (() => void) | undefined
}

/** A link to where something is done, named after its place in the menu; nothing for who may not go there. */
export function WayLink({ to, label, onLeave }: WayLinkProps) {
  const path = menuPathOf(to)
  if (path === null) return null
  return (
    <Button
      type="link"
      size="small"
      className="k-link"
      title={path}
      // A list that is open takes the focus back and would not let go of the press.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation()
        onLeave?.()
        goTo(to)
      }}
    >
      {label}
    </Button>
  )
}

/** A reason with the way out of it. */
export function Why({ reason, to, label }: Obstacle) {
  return (
    <span>
      {reason} {to !== undefined && label !== undefined && <WayLink to={to} label={label} />}
    </span>
  )
}

interface NoneYetProps {
  /** what there is none of */
  title: string
  /** the list where they are made */
  page: string | null
  onLeave?: (() => void) | undefined
}

/** What a choice says while there is nothing to choose from at all. Screens §4. */
export function NoneYet({ title, page, onLeave }: NoneYetProps) {
  const path = page === null ? null : menuPathOf(page)
  return (
    <div className="k-none-yet">
      <span>{path === null ? `还没有可选的${title}` : `还没有可选的${title}，请在 ${path} 中新增`}</span>
      {page !== null && <WayLink to={page} label={`去新增${title}`} onLeave={onLeave} />}
    </div>
  )
}
