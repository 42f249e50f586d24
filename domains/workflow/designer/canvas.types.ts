import type { Process, ProcessEdge, ProcessNode, ProcessValues, Properties } from '../model/types.ts'

/** Names of nodes and edges that stand out. Workflow §2.1. */
export interface Highlight {
  historyNodeNames: string[]
  activeNodeNames: string[]
  historyEdgeNames: string[]
}

/** What the drawers and dialogs may do with the drawing; every change is one undo step. */
export interface Canvas {
  /** the drawing with the process values it was given, canonical */
  read(values: ProcessValues): Process
  node(id: string): ProcessNode | null
  edge(id: string): ProcessEdge | null
  /** all fields of an element at once: what is missing is removed */
  setProperties(id: string, properties: Properties): void
  /** the label on the canvas; typing in one drawer is one undo step */
  setLabel(id: string, text: string): void
  setSize(id: string, width: number, height: number): void
  /** renames a node or an edge and mends everything that names it; nothing happens when it is taken or malformed */
  rename(id: string, to: string): 'done' | 'taken' | 'malformed'
  /** replaces the drawing; one undo step */
  replace(process: Process): void
  clear(): void
  undo(): void
  redo(): void
  /** replaces the former highlight; answers the names that are not there */
  highlight(names: Highlight): string[]
  /** selects an element and brings it into view; folded groups around it are opened */
  focus(id: string): void
  zoom(by: 'in' | 'out' | 'fit' | 'reset'): void
  minimap(shown: boolean): void
  /** a png of the whole drawing */
  picture(): Promise<Blob>
}

/** What the canvas tells of what a person did there. */
export interface CanvasEvents {
  onNode(id: string): void
  onEdge(id: string): void
  /** right click on the blank canvas */
  onBlank(): void
  /** a rule refused what was being drawn */
  onRefused(message: string): void
  /** the drawing changed; not while it is being loaded */
  onChange(): void
  onHistory(state: { canUndo: boolean; canRedo: boolean }): void
  /** Ctrl+S */
  onSave(): void
}
