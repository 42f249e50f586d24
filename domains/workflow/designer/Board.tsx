import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { confirm } from '#kit/web/confirm.tsx'
import { useUnsaved } from '#kit/web/form/useForm.ts'
import { toastError, toastSuccess, toastWarning } from '#kit/web/toast.ts'
import { canonical } from '../model/canonical.ts'
import { writeJson } from '../model/json.ts'
import { shortType } from '../model/names.ts'
import type { Known, Problem, Process, ProcessValues } from '../model/types.ts'
import { validate } from '../model/validate.ts'
import { writeXml } from '../model/xml.ts'
import type { DrawnCanvas } from './canvas/drawnCanvas.ts'
import { DESIGNER_TEXTS } from './canvas/texts.ts'
import type { Highlight } from './canvas.types.ts'
import { showData } from './dialogs/DataDialog.tsx'
import { openHighlight } from './dialogs/HighlightDialog.tsx'
import { openImport } from './dialogs/ImportDialog.tsx'
import { ProblemsPanel } from './dialogs/ProblemsPanel.tsx'
import { type DrawerHandle, ElementDrawer } from './drawer/ElementDrawer.tsx'
import type { DrawerHost } from './drawer/host.types.ts'
import { ElementMenu, type MenuPlace } from './ElementMenu.tsx'
import { Palette } from './Palette.tsx'
import { Surface } from './Surface.tsx'
import { keepWritten, startAutosave } from './saved.ts'
import { type Tool, Toolbar } from './Toolbar.tsx'

/** What 保存 gives; `problems` hinder no draft. */
export interface SavedProcess {
  process: Process
  json: string
  xml: string
  problems: Problem[]
}

/** What buttons of the page around the designer may ask for. */
export interface DesignerHandle {
  /** the drawing with what is being typed; null while the drawer holds something that is not valid */
  read(): Process | null
  /** as the tool 保存; whether it was kept */
  save(): Promise<boolean>
  /** lists problems below the drawing */
  show(problems: readonly Problem[]): void
}

export interface BoardProps extends DrawerHost {
  opened: Process
  ref?: Ref<DesignerHandle>
  /** values of the process; they win over those in the drawing */
  process?: ProcessValues
  /** to look at: no menus, no keyboard, nothing changes; properties are shown unless their type is disabled */
  viewer?: boolean
  highlight?: Highlight
  /** of the types that are given out; `snaker:` unless said */
  typePrefix?: string
  /** types whose click shows no properties */
  disabledClickTypes?: readonly string[]
  /** what the validator knows of the product */
  known?: Known
  /** all values of the process, with each change of one */
  onProcessChange?(values: ProcessValues): void
  /** false, now or later: it was not kept, and the changes stay unsaved */
  onSave?(saved: SavedProcess): boolean | Promise<boolean> | undefined
  /** the drawing as json, a moment after it changed */
  onChange?(json: string): void
}

const CHANGE_DELAY_MS = 300

/** One open definition: tools, palette, canvas, the drawer beside it. Workflow §2.1. */
export function Board(props: BoardProps) {
  const {
    opened,
    viewer = false,
    highlight,
    typePrefix,
    disabledClickTypes = [],
    known,
    onSave,
    onChange,
  } = props
  const { nodes: _nodes, edges: _edges, ...first } = opened
  const [canvas, setCanvas] = useState<DrawnCanvas | null>(null)
  const [history, setHistory] = useState({ canUndo: false, canRedo: false })
  const [on, setOn] = useState<readonly Tool[]>([])
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  // null: the process; undefined: nothing is open
  const [element, setElement] = useState<string | null | undefined>()
  const [problems, setProblems] = useState<readonly Problem[] | null>(null)
  const [marked, setMarked] = useState(highlight)
  const given = JSON.stringify(props.process)
  const [own, setOwn] = useState<{ values: ProcessValues; given: string }>({
    values: { ...first, ...props.process },
    given,
  })
  if (own.given !== given) setOwn({ values: { ...own.values, ...props.process }, given })
  const { values } = own
  // Counted where it happens: what is typed is written while saving, before the next rendering.
  const changes = useRef(0)
  const kept = useRef(0)
  const [version, setVersion] = useState(0)
  const [saved, setSaved] = useState(0)
  const drawer = useRef<DrawerHandle>(null)
  useUnsaved(!viewer && version !== saved)

  const read = (): Process | null => {
    if (canvas === null) return null
    const process = canvas.read(values)
    return typePrefix === undefined ? process : canonical(process, undefined, typePrefix)
  }

  useEffect(() => {
    if (highlight) canvas?.highlight(highlight)
  }, [canvas, highlight])

  // Before anything is painted: whoever goes on at once presses where things stand.
  useLayoutEffect(() => canvas?.fill(element ?? undefined), [canvas, element])

  const tell = useEffectEvent(() => {
    const process = read()
    if (process !== null) onChange?.(writeJson(process))
  })
  useEffect(() => {
    if (version === 0) return
    const timer = setTimeout(tell, CHANGE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [version])

  const keep = useEffectEvent(() => read() ?? opened)
  useEffect(() => {
    if (viewer) return
    return startAutosave({
      changed: () => changes.current !== kept.current,
      read: () => {
        kept.current = changes.current
        return keep()
      },
      onKept: warnOfRoom,
    })
  }, [viewer])

  const touch = () => setVersion(++changes.current)
  const setValues = (next: ProcessValues) => {
    setOwn({ values: next, given })
    touch()
    props.onProcessChange?.(next)
  }

  /** Another element comes into the drawer only when what is open lets itself be left. */
  const open = (next: string | null) => {
    if (drawer.current === null) setElement(next)
    else drawer.current.leave(() => setElement(next))
  }

  const isSilent = (type: string) => disabledClickTypes.some((one) => shortType(one) === shortType(type))
  const openElement = (id: string) => {
    const found = canvas?.node(id) ?? canvas?.edge(id)
    if (found && !isSilent(found.type)) open(id)
  }

  const flushed = () => (drawer.current?.flush() === false ? null : read())

  const save = async (): Promise<boolean> => {
    const process = flushed()
    if (process === null) return false
    const found = validate(process, known ?? { handlers: props.handlers })
    setProblems(found)
    const at = changes.current
    kept.current = at
    const json = writeJson(process)
    warnOfRoom(keepWritten(process, json))
    const done = await onSave?.({ process, json, xml: writeXml(process), problems: found })
    if (done === false) return false
    setSaved(at)
    return true
  }
  useImperativeHandle(props.ref, () => ({ read: flushed, save, show: setProblems }))

  // On the canvas the keys are its own; in the drawer the browser would save the page.
  const saveByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  })
  useEffect(() => {
    if (viewer) return
    const onKey = (event: KeyboardEvent) => saveByKey(event)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [viewer])

  const toggle = (tool: 'minimap' | 'area') => {
    const now = !on.includes(tool)
    if (tool === 'minimap') canvas?.minimap(now)
    else canvas?.chooseByArea(now)
    setOn(now ? [...on, tool] : on.filter((one) => one !== tool))
  }

  const run = async (tool: Tool) => {
    if (canvas === null) return
    if (tool === 'clear') {
      if (await confirm(DESIGNER_TEXTS.askClear)) canvas.clear()
    } else if (tool === 'data') {
      const process = read()
      if (process) await showData(process)
    } else if (tool === 'import') {
      const found = await openImport({
        canvas,
        process: values,
        onProcessChange: setValues,
        typePrefix,
        known,
      })
      if (found !== null) setProblems(found)
    } else if (tool === 'highlight') setMarked((await openHighlight({ canvas, now: marked })) ?? marked)
    else if (tool === 'save') await save()
    else if (tool === 'undo') canvas.undo()
    else if (tool === 'redo') canvas.redo()
    else if (tool === 'zoomIn') canvas.zoom('in')
    else if (tool === 'zoomOut') canvas.zoom('out')
    else if (tool === 'fit') canvas.zoom('fit')
    else if (tool === 'picture') {
      download(await canvas.picture(), `${values.displayName || values.name || DESIGNER_TEXTS.drawing}.png`)
      toastSuccess(DESIGNER_TEXTS.pictureDone)
    } else toggle(tool)
  }

  return (
    <div className="ts-designer">
      <Toolbar
        viewer={viewer}
        on={on}
        idle={[
          ...(history.canUndo ? [] : (['undo'] as const)),
          ...(history.canRedo ? [] : (['redo'] as const)),
        ]}
        onTool={(tool) => void run(tool)}
      />
      <div className="ts-designer-body">
        {!viewer && (
          <Palette onDrag={(type) => canvas?.startDrag(type)} onAdd={(type) => canvas?.add(type)} />
        )}
        <Surface
          process={opened}
          viewer={viewer}
          onCanvas={setCanvas}
          onNode={openElement}
          onEdge={openElement}
          onBlank={() => open(null)}
          onRefused={toastError}
          onChange={touch}
          onHistory={setHistory}
          onSave={() => void save()}
          onMenu={(id, at) => setMenu({ id, ...at })}
          confirm={(text) => confirm(text, { danger: true })}
        />
        {element !== undefined && canvas !== null && (
          <ElementDrawer
            {...props}
            ref={drawer}
            canvas={canvas}
            element={element}
            process={values}
            readOnly={viewer}
            onProcessChange={setValues}
            onRename={setElement}
            onClose={() => setElement(undefined)}
          />
        )}
      </div>
      {problems !== null && (
        <ProblemsPanel
          problems={problems}
          onFocus={(id) => canvas?.focus(id)}
          onClose={() => setProblems(null)}
        />
      )}
      {menu !== null && canvas !== null && (
        <ElementMenu
          place={menu}
          canvas={canvas}
          silent={isSilent}
          onProperties={() => openElement(menu.id)}
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  )
}

function warnOfRoom(kept: boolean): void {
  if (!kept) toastWarning(DESIGNER_TEXTS.noRoom)
}

function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
