import { Empty } from 'antd'
import { useSession } from '../session.ts'
import { HomeCard } from './HomeCard.tsx'
import { useKnown } from './house.ts'
import { NamedIcon } from './icons.tsx'
import { entriesOf, type MenuEntry } from './menu.ts'
import { PageLink } from './PageLink.tsx'
import { pinsOf } from './pins.ts'
import { visitsOf } from './visits.ts'

const SHOWN = 12

/** 常用入口: the person's own pages, pinned ones and those used most first. Screens §6. */
export default function HomeEntries() {
  const { person } = useSession()
  const { menus } = useKnown()
  if (!person) return null
  const visits = visitsOf(person.id)
  const pins = pinsOf(person.id)
  // What was pinned stands first, in the order it was pinned.
  const rank = ({ url }: MenuEntry) => (pins.includes(url) ? pins.indexOf(url) - pins.length : 0)
  const entries = entriesOf(menus ?? [])
    .filter((entry) => entry.url !== '/dashboard')
    .sort((one, other) => rank(one) - rank(other) || (visits[other.url] ?? 0) - (visits[one.url] ?? 0))
    .slice(0, SHOWN)
  return (
    <HomeCard title="常用入口">
      {entries.length > 0 ? (
        <ul className="ts-entries">
          {entries.map((entry) => (
            <li key={entry.url}>
              <Entry entry={entry} />
            </li>
          ))}
        </ul>
      ) : (
        <Empty description="您的角色还没有可以打开的菜单，请联系管理员" />
      )}
    </HomeCard>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  const [name, ...above] = entry.name.split(' > ').reverse()
  const inside = (
    <>
      <span className="ts-entry-icon" aria-hidden>
        <NamedIcon name={entry.icon || 'AppstoreOutlined'} />
      </span>
      <span>
        <strong>{name}</strong>
        {above.length > 0 && <small>{above.reverse().join(' / ')}</small>}
      </span>
    </>
  )
  return entry.url.startsWith('/') ? (
    <PageLink to={entry.url}>{inside}</PageLink>
  ) : (
    <a href={entry.url} target="_blank" rel="noreferrer">
      {inside}
    </a>
  )
}
