import { Card, Empty } from 'antd'
import { Suspense } from 'react'
import { useSession } from '../session.ts'
import { theHouse, useKnown } from './house.ts'
import { NamedIcon } from './icons.tsx'
import { entriesOf, type MenuEntry } from './menu.ts'
import { PageLink } from './PageLink.tsx'
import { pinsOf } from './pins.ts'
import { visitsOf } from './visits.ts'

const SHOWN = 12

/** 首页: the person's own pages, pinned ones and those used most first, and what rooms add. */
export default function HomePage() {
  const { person } = useSession()
  const { menus } = useKnown()
  const { desk: Desk, home: parts = {} } = theHouse().slots
  if (!person) return null
  const visits = visitsOf(person.id)
  const pins = pinsOf(person.id)
  // What was pinned stands first, in the order it was pinned.
  const rank = ({ url }: MenuEntry) => (pins.includes(url) ? pins.indexOf(url) - pins.length : 0)
  const entries = entriesOf(menus ?? [])
    .filter((entry) => entry.url !== '/dashboard')
    .sort((one, other) => rank(one) - rank(other) || (visits[other.url] ?? 0) - (visits[one.url] ?? 0))
    .slice(0, SHOWN)
  const role = [person.deptName, person.position].filter(Boolean).join(' · ')
  return (
    <div className="ts-home">
      <header>
        <h1>
          {greeting(new Date().getHours())}，{person.realName}
        </h1>
        {role !== '' && <p>{role}</p>}
      </header>
      <Suspense>{Desk && <Desk />}</Suspense>
      <Card size="small" title={<h2>常用入口</h2>}>
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
      </Card>
      {Object.entries(parts).map(([name, Part]) => (
        <Suspense key={name}>
          <Part />
        </Suspense>
      ))}
    </div>
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

function greeting(hour: number): string {
  if (hour < 6) return '夜深了'
  if (hour < 12) return '上午好'
  if (hour < 14) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}
