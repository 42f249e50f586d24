import { Alert } from 'antd'
import { useState } from 'react'
import { canonical } from '../model/canonical.ts'
import { orthogonal } from '../model/geometry.ts'
import { parseProcess } from '../model/parse.ts'
import { ModelError } from '../model/problem.ts'
import type { Process } from '../model/types.ts'
import { Board, type BoardProps } from './Board.tsx'
import { DESIGNER_TEXTS } from './canvas/texts.ts'

export interface DesignerProps extends Omit<BoardProps, 'opened'> {
  /** json or xml; another text opens another definition, unless it is what the designer has just given itself */
  value: string
}

/** A host that waits for its server may hand back what was given out some changes ago. */
const REMEMBERED = 20

/**
 * The designer of a process definition. It makes no call: what it is to know comes as props, what it made goes out
 * through onSave and onChange. Load it lazily, it brings the drawing library along. Workflow §2.
 */
export default function Designer({ value, onSave, onChange, ...props }: DesignerProps) {
  const [given, setGiven] = useState<readonly string[]>([])
  const [opened, setOpened] = useState(() => ({ value, number: 0, ...open(value) }))
  if (value !== opened.value) {
    // The host may hand back what it was told; that is open already.
    const next = given.includes(value) ? opened : { number: opened.number + 1, ...open(value) }
    setOpened({ ...next, value })
  }
  const remember = (...texts: string[]) => setGiven((before) => [...before, ...texts].slice(-REMEMBERED))
  if (opened.process === null)
    return (
      <Alert
        type="error"
        showIcon
        title={DESIGNER_TEXTS.unreadable}
        description={
          <ul>
            {opened.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        }
      />
    )
  return (
    <Board
      // A definition or a way of looking at it is never changed in place: what was undone in one must not come back in another.
      key={`${opened.number} ${props.viewer ?? false}`}
      {...props}
      opened={opened.process}
      onSave={(saved) => {
        remember(saved.json, saved.xml)
        return onSave?.(saved)
      }}
      onChange={(json) => {
        remember(json)
        onChange?.(json)
      }}
    />
  )
}

type Opened = { process: Process; reasons: [] } | { process: null; reasons: string[] }

function open(value: string): Opened {
  if (value.trim() === '') return { process: canonical({ nodes: [], edges: [] }), reasons: [] }
  try {
    return { process: orthogonal(parseProcess(value).process), reasons: [] }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { process: null, reasons: [...new Set(error.problems.map(({ message }) => message))] }
  }
}
