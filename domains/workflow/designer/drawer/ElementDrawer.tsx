import { Drawer } from 'antd'
import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { shortType } from '../../model/names.ts'
import { TYPE_LABELS } from '../../model/texts.ts'
import { EDGE_TYPE, type ProcessValues } from '../../model/types.ts'
import type { Canvas } from '../canvas.types.ts'
import { ElementFacts } from './ElementFacts.tsx'
import { ElementForm } from './ElementForm.tsx'
import type { DrawerHost } from './host.types.ts'
import './drawer.css'

const WIDTH = 420

/** What the page around an open drawer asks of it. */
export interface DrawerHandle {
  /** writes what is typed but not written yet, e.g. before saving; false: a name is invalid */
  flush(): boolean
  /** the way out: writes, refuses while a name is invalid, asks the host, and then goes on with `then` */
  leave(then: () => void): void
}

export interface ElementDrawerProps extends DrawerHost {
  ref?: Ref<DrawerHandle>
  canvas: Canvas
  /** id of a node or an edge; null: the process */
  element: string | null
  process: ProcessValues
  /** only to be looked at; nothing is asked before it closes */
  readOnly?: boolean
  /** all values of the process, with each change of one */
  onProcessChange(values: ProcessValues): void
  /** the element that is open has another id now */
  onRename(id: string): void
  onClose(): void
}

/** The properties of a node, an edge or the process. It reads the canvas whenever it is rendered. Workflow §2.1. */
export function ElementDrawer(props: ElementDrawerProps) {
  const { ref, canvas, element, readOnly = false, onRename, onClose, beforeClose } = props
  const phone = useIsPhone()
  const [pending] = useState(() => new Set<() => boolean>())
  // Another element gets inputs of its own; the same one under another name keeps them, and with them the focus.
  const [session, setSession] = useState({ element, number: 0 })
  const [, render] = useState(0)
  if (session.element !== element) setSession({ element, number: session.number + 1 })

  const found = element === null ? null : (canvas.node(element) ?? canvas.edge(element))
  const gone = element !== null && found === null
  useEffect(() => {
    // What was taken back by undoing has no properties any more.
    if (gone) onClose()
  }, [gone, onClose])

  const flush = () => [...pending].every((write) => write())
  const leave = (then: () => void) => {
    if (readOnly) then()
    else if (!flush()) return
    else if (beforeClose === undefined) then()
    else beforeClose(then)
  }
  useImperativeHandle(ref, () => ({ flush, leave }))

  if (gone) return null
  const type = found === null ? '' : shortType(found.type)
  return (
    <div className="wf-dock">
      <Drawer
        open
        title={
          <>
            {titleOf(type)}
            {type !== '' && <span className="wf-kind">{labelOf(type)}</span>}
          </>
        }
        size={phone ? '100%' : WIDTH}
        // It stands beside the drawing, on narrow screens over it: what is around can still be pressed.
        getContainer={phone ? 'body' : false}
        // The drawing beside it stays in reach: a click there opens the next element.
        mask={phone}
        // A key pressed after a click in the drawing is meant for the drawing.
        autoFocus={phone}
        focusable={{ trap: phone }}
        rootClassName="wf-drawer"
        styles={{ body: { paddingBlock: 12 } }}
        onClose={() => leave(onClose)}
      >
        {readOnly ? (
          <ElementFacts element={found} process={props.process} host={props} />
        ) : (
          <ElementForm
            key={session.number}
            canvas={canvas}
            element={found}
            process={props.process}
            host={props}
            pending={pending}
            onProcessChange={props.onProcessChange}
            onWritten={() => render((times) => times + 1)}
            onRename={(id) => {
              setSession({ element: id, number: session.number })
              onRename(id)
            }}
          />
        )}
      </Drawer>
    </div>
  )
}

function titleOf(type: string): string {
  if (type === '') return '设置流程属性'
  return type === EDGE_TYPE ? '设置边属性' : '设置节点属性'
}

const labels: ReadonlyMap<string, string> = new Map(Object.entries(TYPE_LABELS))
const labelOf = (type: string) => labels.get(type) ?? type
