import {
  BorderOuterOutlined,
  ClearOutlined,
  CodeOutlined,
  CompassOutlined,
  ExpandOutlined,
  HighlightOutlined,
  ImportOutlined,
  PictureOutlined,
  RedoOutlined,
  SaveOutlined,
  UndoOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { DESIGNER_TEXTS } from './canvas/texts.ts'

export type Tool =
  | 'clear'
  | 'data'
  | 'import'
  | 'highlight'
  | 'save'
  | 'undo'
  | 'redo'
  | 'zoomIn'
  | 'zoomOut'
  | 'fit'
  | 'minimap'
  | 'area'
  | 'picture'

interface Props {
  /** without all that changes */
  viewer: boolean
  /** tools that can do nothing now */
  idle: readonly Tool[]
  /** tools that are switched on */
  on: readonly Tool[]
  onTool(tool: Tool): void
}

const TOOLS: readonly { tool: Tool; icon: ReactNode; changes?: true; words?: true }[] = [
  { tool: 'clear', icon: <ClearOutlined />, changes: true, words: true },
  { tool: 'data', icon: <CodeOutlined />, words: true },
  { tool: 'import', icon: <ImportOutlined />, changes: true, words: true },
  { tool: 'highlight', icon: <HighlightOutlined />, words: true },
  { tool: 'save', icon: <SaveOutlined />, changes: true, words: true },
  { tool: 'undo', icon: <UndoOutlined />, changes: true },
  { tool: 'redo', icon: <RedoOutlined />, changes: true },
  { tool: 'zoomIn', icon: <ZoomInOutlined /> },
  { tool: 'zoomOut', icon: <ZoomOutOutlined /> },
  { tool: 'fit', icon: <ExpandOutlined /> },
  { tool: 'minimap', icon: <CompassOutlined /> },
  { tool: 'area', icon: <BorderOuterOutlined />, changes: true },
  { tool: 'picture', icon: <PictureOutlined /> },
]

/** The tools of the designer, in the order of the specification. Workflow §2.1. */
export function Toolbar({ viewer, idle, on, onTool }: Props) {
  return (
    <div className="ts-designer-tools" role="toolbar" aria-label={DESIGNER_TEXTS.toolbar}>
      {TOOLS.filter(({ changes }) => !(viewer && changes)).map(({ tool, icon, words }) => (
        <Button
          key={tool}
          type={tool === 'save' ? 'primary' : on.includes(tool) ? 'default' : 'text'}
          icon={icon}
          aria-label={DESIGNER_TEXTS[tool]}
          aria-pressed={tool === 'minimap' || tool === 'area' ? on.includes(tool) : undefined}
          title={words ? undefined : DESIGNER_TEXTS[tool]}
          disabled={idle.includes(tool)}
          onClick={() => onTool(tool)}
        >
          {words && DESIGNER_TEXTS[tool]}
        </Button>
      ))}
    </div>
  )
}
