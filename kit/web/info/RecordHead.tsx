import { CopyOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import type { ReactNode } from 'react'
import type { Choice } from '#kit/shared/field.ts'
import { copyText } from '#kit/web/confirm.tsx'
import { StateTag } from '#kit/web/StateTag.tsx'
import { PageLink } from '#kit/web/shell/PageLink.tsx'

/** A figure that matters of a record; at most four stand in its head. Screens §3. */
export interface Figure {
  label: string
  value: ReactNode
  /** how it is counted */
  hint?: string
  /** where it comes from */
  to?: string
}

interface RecordHeadProps {
  name: string
  /** what kind of thing it is, where its name is a number */
  kind?: string | undefined
  /** that people say to each other; can be copied. It stands beneath the name unless that begins with it */
  number?: string | undefined
  picture?: ReactNode
  states: readonly (Choice | undefined)[]
  figures?: readonly Figure[]
  /** what else tells it from others, in a line */
  facts?: ReactNode
  /** what can be done, and the ways out */
  children?: ReactNode
  /** it stays in view while the page is scrolled */
  stays?: boolean
}

/** What a record is, in which states, its figures and what can be done with it. Screens §3. */
export function RecordHead(props: RecordHeadProps) {
  const { name, kind, number = '', picture, states, figures = [], facts, children, stays = false } = props
  return (
    <header className={stays ? 'k-record-head k-record-stays' : 'k-record-head'}>
      <div className="k-record-name">
        {picture}
        <div className="k-info-text">
          <h2 className="k-info-title">{name}</h2>
          <Space wrap size={8}>
            {kind !== undefined && <span className="k-record-number">{kind}</span>}
            {number !== '' && (
              <span className="k-record-number">
                {!name.startsWith(number) && number}
                <Button
                  type="text"
                  size="small"
                  icon={<CopyOutlined />}
                  aria-label={`复制 ${number}`}
                  title="复制"
                  onClick={() => void copyText(number)}
                />
              </span>
            )}
            {states.map(
              (state) =>
                state !== undefined && <StateTag key={state.label} label={state.label} means={state.means} />,
            )}
          </Space>
          {facts}
        </div>
        {children !== undefined && <Space wrap>{children}</Space>}
      </div>
      {figures.length > 0 && (
        <dl className="k-record-figures">
          {figures.map(({ label, value, hint, to }) => (
            <div key={label} title={hint}>
              <dt>{label}</dt>
              <dd>{to === undefined ? value : <PageLink to={to}>{value}</PageLink>}</dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  )
}
