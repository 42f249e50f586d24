import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'
import { Suspense } from 'react'
import { useSession } from '../session.ts'
import type { HomePart } from './calls.ts'
import { useHomeLayout } from './homeLayout.ts'
import { theHouse } from './house.ts'

/** 首页: the cards that rooms bring, in the order that the person wants. Screens §6. */
export default function HomePage() {
  const { person } = useSession()
  return person ? <Home adminId={person.id} /> : null
}

function Home({ adminId }: { adminId: number }) {
  const { person } = useSession()
  const { home: parts = NONE } = theHouse().slots
  const layout = useHomeLayout(
    adminId,
    parts.map((part) => part.key),
  )
  const ordered = layout.order.flatMap((key) => parts.find((part) => part.key === key) ?? [])
  const role = [person?.deptName, person?.positionName].filter(Boolean).join(' · ')
  return (
    <div className="ts-home">
      <header>
        <div>
          <h1>
            {greeting(new Date().getHours())}，{person?.realName}
          </h1>
          {role !== '' && <p>{role}</p>}
        </div>
        <Popover
          trigger="click"
          placement="bottomRight"
          title="首页显示的内容"
          content={<Choose parts={ordered} layout={layout} />}
        >
          <Button>自定义首页</Button>
        </Popover>
      </header>
      {ordered
        .filter(({ key }) => !layout.isHidden(key))
        .map(({ key, part: Part }) => (
          <Suspense key={key}>
            <Part />
          </Suspense>
        ))}
    </div>
  )
}

const NONE: readonly HomePart[] = []

interface ChooseProps {
  parts: readonly HomePart[]
  layout: ReturnType<typeof useHomeLayout>
}

function Choose({ parts, layout: { isHidden, toggle, move, reset } }: ChooseProps) {
  return (
    <>
      <ul className="ts-home-choose">
        {parts.map(({ key, title }, at) => (
          <li key={key}>
            <Checkbox checked={!isHidden(key)} onChange={() => toggle(key)}>
              {title}
            </Checkbox>
            <Button
              type="text"
              icon={<ArrowUpOutlined />}
              aria-label={`上移 ${title}`}
              disabled={at === 0}
              onClick={() => move(key, -1)}
            />
            <Button
              type="text"
              icon={<ArrowDownOutlined />}
              aria-label={`下移 ${title}`}
              disabled={at === parts.length - 1}
              onClick={() => move(key, 1)}
            />
          </li>
        ))}
      </ul>
      <Button type="link" onClick={reset}>
        恢复默认
      </Button>
    </>
  )
}

function greeting(hour: number): string {
  if (hour < 6) return '夜深了'
  if (hour < 12) return '上午好'
  if (hour < 14) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}
