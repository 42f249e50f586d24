import { Form } from 'antd'
import { useEffect, useRef } from 'react'
import { isName } from '../../model/names.ts'
import { PROBLEM_TEXTS } from '../../model/texts.ts'
import type { ProcessEdge, ProcessNode, ProcessValues } from '../../model/types.ts'
import type { Canvas } from '../canvas.types.ts'
import { type Editing, EditingContext } from './editing.ts'
import { factsOf } from './facts.ts'
import { PROCESS_SECTIONS, sectionsOf } from './fields.ts'
import type { DrawerHost } from './host.types.ts'
import { ItemInput } from './ItemInput.tsx'
import { LabelInput } from './LabelInput.tsx'
import { NameInput } from './NameInput.tsx'

interface ElementFormProps {
  canvas: Canvas
  /** null: the process */
  element: ProcessNode | ProcessEdge | null
  process: ProcessValues
  host: DrawerHost
  pending: Set<() => boolean>
  onProcessChange(values: ProcessValues): void
  onRename(id: string): void
  /** the drawing was changed, and is to be read again */
  onWritten(): void
}

const MALFORMED = '编号格式不正确'

/** The inputs of an element or the process. */
export function ElementForm(props: ElementFormProps) {
  const { canvas, element, host, pending, onProcessChange, onRename, onWritten } = props
  // Several inputs may be written in one go, before anything is rendered again.
  const id = useRef(element?.id ?? '')
  const process = useRef(props.process)
  useEffect(() => {
    id.current = element?.id ?? ''
    process.current = props.process
  })
  const changeProcess = (name: string, text: string) => {
    const { [name]: _former, ...rest }: Record<string, unknown> = { ...process.current }
    const kept = text !== '' || name === 'name' || name === 'displayName'
    const { name: ownName, displayName } = process.current
    process.current = { name: ownName, displayName, ...rest, ...(kept ? { [name]: text } : {}) }
    onProcessChange(process.current)
  }
  const editing: Editing = {
    properties: element?.properties ?? {},
    process: props.process,
    host,
    pending,
    change: (edit) => {
      const now = canvas.node(id.current) ?? canvas.edge(id.current)
      if (now !== null) canvas.setProperties(id.current, edit(now.properties))
      onWritten()
    },
    changeProcess,
    resize: (width, height) => {
      canvas.setSize(id.current, width, height)
      onWritten()
    },
  }
  const rename = (to: string): string | null => {
    const outcome = isName(to) ? canvas.rename(id.current, to) : 'malformed'
    if (outcome !== 'done') return outcome === 'taken' ? '编号已存在' : MALFORMED
    id.current = to
    onRename(to)
    return null
  }
  const renameProcess = (to: string): string | null => {
    if (to === '') return PROBLEM_TEXTS.NAME[1]
    if (!isName(to)) return MALFORMED
    changeProcess('name', to)
    return null
  }
  const label = (text: string) => {
    canvas.setLabel(id.current, text)
    onWritten()
  }
  const drawn = element === null ? [] : factsOf(element)
  return (
    <EditingContext value={editing}>
      <Form component={false} layout="vertical">
        <NameInput
          name={element?.id ?? props.process.name}
          rename={element === null ? renameProcess : rename}
        />
        <LabelInput
          text={element === null ? props.process.displayName : (element.text?.value ?? '')}
          onChange={element === null ? (text) => changeProcess('displayName', text) : label}
        />
        {(element === null ? PROCESS_SECTIONS : sectionsOf(element.type)).map(({ title, note, items }) => (
          <section key={title} className="k-group">
            <h3 className="k-group-title">{title}</h3>
            {note !== undefined && <p className="k-hint">{note}</p>}
            {items.map((item) => (
              <ItemInput key={item.name} item={item} />
            ))}
          </section>
        ))}
        {drawn.length > 0 && (
          <dl className="wf-facts">
            {drawn.map(({ label: name, text }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
      </Form>
    </EditingContext>
  )
}
