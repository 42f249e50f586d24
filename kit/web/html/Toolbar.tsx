import {
  BoldOutlined,
  CodeOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables'
import { type Editor, useEditorState } from '@tiptap/react'
import { Select, Space } from 'antd'
import { ask } from '#kit/web/ask.tsx'
import { textOf } from '#kit/web/fieldUi.ts'
import { FontTools } from './FontTools.tsx'
import { MediaTools } from './MediaTools.tsx'
import { Tool, ToolMenu } from './Tool.tsx'

interface ToolbarProps {
  editor: Editor
  source: boolean
  full: boolean
  onSource(): void
  onFull(): void
}

const HEADINGS = [
  { value: 0, label: '正文' },
  { value: 1, label: '标题1' },
  { value: 2, label: '标题2' },
  { value: 3, label: '标题3' },
]
const LEVELS = [1, 2, 3] as const

/** The tools of the editor; while the source is shown only those that lead back. */
export function Toolbar({ editor, source, full, onSource, onFull }: ToolbarProps) {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      level: LEVELS.find((level) => now.isActive('heading', { level })) ?? 0,
      family: textOf(now.getAttributes('fontFamily').value),
      size: textOf(now.getAttributes('fontSize').value),
      align: textOf(now.getAttributes('heading').textAlign ?? now.getAttributes('paragraph').textAlign),
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      underline: now.isActive('underline'),
      strike: now.isActive('strike'),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      link: now.isActive('link'),
      table: now.isActive('table'),
    }),
  })
  const chain = () => editor.chain().focus()
  const setLink = async () => {
    const href = await ask({
      title: '链接地址',
      initial: textOf(editor.getAttributes('link').href),
      optional: true,
      max: 1000,
    })
    if (href === null) return
    if (href === '') chain().unsetLink().run()
    else chain().setLink({ href }).run()
  }
  const inTable = [
    { key: 'row', label: '下方插入行', onClick: () => addRowAfter(editor.state, editor.view.dispatch) },
    { key: 'column', label: '右侧插入列', onClick: () => addColumnAfter(editor.state, editor.view.dispatch) },
    { key: 'dropRow', label: '删除行', onClick: () => deleteRow(editor.state, editor.view.dispatch) },
    { key: 'dropColumn', label: '删除列', onClick: () => deleteColumn(editor.state, editor.view.dispatch) },
    { key: 'drop', label: '删除表格', onClick: () => deleteTable(editor.state, editor.view.dispatch) },
  ]
  return (
    <Space wrap size={2} className="k-editor-bar" role="toolbar" aria-label="编辑工具">
      <Select
        aria-label="段落样式"
        size="small"
        style={{ width: 80 }}
        disabled={source}
        value={state.level}
        options={HEADINGS}
        onChange={(chosen) => {
          const level = LEVELS.find((one) => one === chosen)
          if (level === undefined) chain().setParagraph().run()
          else chain().setHeading({ level }).run()
        }}
      />
      <Tool
        label="加粗"
        icon={<BoldOutlined />}
        on={state.bold}
        off={source}
        run={() => chain().toggleBold().run()}
      />
      <Tool
        label="斜体"
        icon={<ItalicOutlined />}
        on={state.italic}
        off={source}
        run={() => chain().toggleItalic().run()}
      />
      <Tool
        label="下划线"
        icon={<UnderlineOutlined />}
        on={state.underline}
        off={source}
        run={() => chain().toggleUnderline().run()}
      />
      <Tool
        label="删除线"
        icon={<StrikethroughOutlined />}
        on={state.strike}
        off={source}
        run={() => chain().toggleStrike().run()}
      />
      <FontTools editor={editor} off={source} family={state.family} size={state.size} align={state.align} />
      <Tool
        label="无序列表"
        icon={<UnorderedListOutlined />}
        on={state.bulletList}
        off={source}
        run={() => chain().toggleBulletList().run()}
      />
      <Tool
        label="有序列表"
        icon={<OrderedListOutlined />}
        on={state.orderedList}
        off={source}
        run={() => chain().toggleOrderedList().run()}
      />
      <Tool label="链接" icon={<LinkOutlined />} on={state.link} off={source} run={() => void setLink()} />
      <MediaTools editor={editor} off={source} />
      {state.table ? (
        <ToolMenu label="表格操作" icon={<TableOutlined />} off={source} items={inTable} />
      ) : (
        <Tool
          label="插入表格"
          icon={<TableOutlined />}
          off={source}
          run={() => chain().insertContent(newTable()).run()}
        />
      )}
      <Tool label="撤销" icon={<UndoOutlined />} off={source} run={() => chain().undo().run()} />
      <Tool label="重做" icon={<RedoOutlined />} off={source} run={() => chain().redo().run()} />
      <Tool label="查看源码" icon={<CodeOutlined />} on={source} run={onSource} />
      <Tool
        label={full ? '退出全屏' : '全屏'}
        icon={full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        on={full}
        run={onFull}
      />
    </Space>
  )
}

const SIDE = 3

function newTable() {
  const cells = (type: string) =>
    Array.from({ length: SIDE }, () => ({ type, content: [{ type: 'paragraph' }] }))
  const row = (type: string) => ({ type: 'tableRow', content: cells(type) })
  return { type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] }
}
