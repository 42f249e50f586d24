import { CopyOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import type { ReactNode } from 'react'
import type { Choice } from '#kit/shared/field.ts'
import { groupedAmount, groupedNumber } from '#kit/shared/text.ts'
import { copyText } from '#kit/web/confirm.tsx'
import { NONE } from '#kit/web/fieldUi.ts'
import { StateTag } from '#kit/web/StateTag.tsx'
import { PageLink } from '#kit/web/shell/PageLink.tsx'

/** A figure that matters of a record. */
export interface Figure {
  label: string
  value: ReactNode
  /** how it is counted */
  hint?: string
  /** where it comes from */
  to?: string
}

/** A figure, or none where it does not apply to the record. */
type Told = Figure | undefined

/** At most four stand in the head of a record. Screens §3. */
export type Figures = readonly [Told?, Told?, Told?, Told?]

interface RecordHeadProps {
  name: string
  /** what kind of thing it is, where its name is a number */
  kind?: string | undefined
  /** that people say to each other; can be copied. It stands beneath the name unless that begins with it */
  number?: string | undefined
  picture?: ReactNode
  states: readonly (Choice | undefined)[]
  figures?: Figures
  /** what else tells it from others, in a line */
  facts?: ReactNode
  /** what can be done, and the ways out */
  children?: ReactNode
  /** it stays in view while the page is scrolled */
  stays?: boolean
}

/** Figures, and amounts in what a figure says, are grouped, as everywhere. */
const read = (value: ReactNode): ReactNode => {
  if (typeof value === 'number') return groupedNumber(value)
  return typeof value === 'string' ? value.replace(/(?<![\d.,])\d{4,}\.\d\d(?!\d)/g, groupedAmount) : value
}

/** What a record is, in which states, its figures and what can be done with it. Screens §3. */
export function RecordHead(props: RecordHeadProps) {
  const { name, kind, number = '', picture, states, figures = [], facts, children, stays = false } = props
  const isName = number !== '' && name.startsWith(number)
  return (
    <header className={stays ? 'k-record-head k-record-stays' : 'k-record-head'}>
      <div className="k-record-name">
        {picture}
        <div className="k-info-text">
          <div className="k-record-title">
            <h2 className="k-info-title">{name}</h2>
            {isName && <Copy text={number} />}
          </div>
          <Space wrap size={8}>
            {kind !== undefined && <span className="k-record-number">{kind}</span>}
            {number !== '' && !isName && (
              <span className="k-record-number">
                {number}
                <Copy text={number} />
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
          {figures
            .filter((one) => one !== undefined)
            .map(({ label, value, hint, to }) => (
              <div key={label} title={hint}>
                <dt>{label}</dt>
                <dd>
                  {to === undefined || value === NONE ? (
                    read(value)
                  ) : (
                    <PageLink to={to}>{read(value)}</PageLink>
                  )}
                </dd>
              </div>
            ))}
        </dl>
      )}
    </header>
  )
}

function Copy({ text }: { text: string }) {
  return (
    <Button
      type="text"
      size="small"
      icon={<CopyOutlined />}
      aria-label={`复制 ${text}`}
      title="复制"
      onClick={() => void copyText(text)}
    />
  )
}
