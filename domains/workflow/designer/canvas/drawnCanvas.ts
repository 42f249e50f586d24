import type { NodeType, Process } from '../../model/types.ts'
import type { Canvas, CanvasEvents } from '../canvas.types.ts'

export interface CanvasOptions extends CanvasEvents {
  /** canonical */
  process: Process
  /** to look at only: nothing can be changed, no shortcut is bound */
  viewer?: boolean
  /** right click on a node or an edge, at a point of the window */
  onMenu(id: string, at: { x: number; y: number }): void
  /** the pointer stands on a node of a viewer, or has left it */
  onHover?(id: string | null, at: { x: number; y: number }): void
  /** asks before something is deleted that cannot be seen */
  confirm(text: string): Promise<boolean>
}

/** The canvas with what its own surroundings, and nobody else, may do with it. */
export interface DrawnCanvas extends Canvas {
  destroy(): void
  /** begins to drag a node out of the palette; the pointer is down */
  startDrag(type: NodeType): void
  /** puts a node into the line that is chosen, else into the middle of what is seen */
  add(type: NodeType): void
  /** ids of what is chosen, edges first */
  chosen(): string[]
  /** takes the size its place has now, and keeps an element in sight that would leave it by that */
  fill(id?: string): void
  /** copies nodes beside themselves; a start is never copied */
  duplicate(ids: readonly string[]): void
  remove(ids: readonly string[]): Promise<void>
  /** whether dragging on the blank canvas chooses elements instead of moving the drawing */
  chooseByArea(on: boolean): void
}
