import {
  BoldOutlined,
  CodeOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, deleteTable } from '@tiptap/pm/tables'
import { EditorContent, type Editor as Tiptap, useEditor, useEditorState } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { Button, ColorPicker, Dropdown, Input, Select, Space } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { ask } from '#kit/web/ask.tsx'
import { type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { imagePicker, mayUpload, uploadFiles } from '#kit/web/upload/uploads.ts'
import { Colour, Picture, Table, TableCell, TableHeader, TableRow } from './nodes.ts'

const EMPTY = '<p></p>'

/** Rich text: 400 px high, headings, colour, lists, table, link, pictures, source, full screen. Platform §5.3. */
export default function Editor({ field, value, onChange, id, disabled, invalid }: InputProps) {
  const [source, setSource] = useState(false)
  const [full, setFull] = useState(false)
  const html = textOf(value)
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: { openOnClick: false, protocols: ['http', 'https', 'mailto', 'tel'] } }),
      Picture,
      Colour,
      Table,
      TableRow,
      TableCell,
      TableHeader,
    ],
    // A page is drawn before it is shown, and a hidden one lets its editor go: it is made with the first effect.
    immediatelyRender: false,
    content: html,
    editable: !disabled,
    editorProps: {
      attributes: {
        ...(id === undefined ? {} : { id }),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': field.label,
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
      },
      handlePaste: (_, event) => takeFiles([...(event.clipboardData?.files ?? [])]),
      handleDrop: (_, event) => takeFiles([...(event.dataTransfer?.files ?? [])]),
    },
    onUpdate: ({ editor: now }) => onChange(textOfEditor(now)),
  })

  function takeFiles(files: File[]): boolean {
    if (files.length === 0 || !mayUpload()) return false
    void uploadFiles(files, 'image').then((done) => {
      for (const { url } of done) if (editor !== null) insertPicture(editor, url)
    })
    return true
  }

  useEffect(() => {
    // Only what came from outside is put in: the form was loaded or reset, or the source was edited.
    if (editor !== null && !editor.isDestroyed && html !== textOfEditor(editor))
      editor.commands.setContent(html, { emitUpdate: false })
  }, [editor, html])
  useEffect(() => {
    if (editor !== null && !editor.isDestroyed) editor.setEditable(!disabled, false)
  }, [editor, disabled])

  if (editor === null || editor.isDestroyed) return <Busy />
  return (
    <div className={full ? 'k-editor k-editor-full' : 'k-editor'}>
      {!disabled && (
        <Toolbar
          editor={editor}
          source={source}
          full={full}
          onSource={() => setSource(!source)}
          onFull={() => setFull(!full)}
        />
      )}
      {source ? (
        <Input.TextArea
          className="k-code k-editor-source"
          value={html}
          aria-label={`${field.label}源码`}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <EditorContent
          className="k-editor-text k-html"
          editor={editor}
          // What cannot be written into must still be scrolled by keys.
          tabIndex={disabled ? 0 : undefined}
        />
      )}
      <div className="k-hint k-editor-count">{[...editor.getText()].length} 字</div>
    </div>
  )
}

function textOfEditor(editor: Tiptap): string {
  const html = editor.getHTML()
  return html === EMPTY ? '' : html
}

function insertPicture(editor: Tiptap, src: string): void {
  editor.chain().focus().insertContent({ type: 'image', attrs: { src } }).run()
}

interface ToolbarProps {
  editor: Tiptap
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

function Toolbar({ editor, source, full, onSource, onFull }: ToolbarProps) {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      level: LEVELS.find((level) => now.isActive('heading', { level })) ?? 0,
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
    })
    if (href === null) return
    if (href === '') chain().unsetLink().run()
    else chain().setLink({ href }).run()
  }
  const addPicture = async () => {
    const picked = await imagePicker()?.({ multiple: true, limit: 20 })
    for (const { url } of picked ?? []) insertPicture(editor, url)
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
      <ColorPicker
        size="small"
        disabled={source}
        defaultValue="#f5222d"
        onChangeComplete={(colour) => chain().setMark('colour', { color: colour.toHexString() }).run()}
      >
        <Button type="text" size="small" disabled={source} aria-label="文字颜色">
          <span className="k-colour-letter">A</span>
        </Button>
      </ColorPicker>
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
      {imagePicker() !== undefined && (
        <Tool label="图片" icon={<PictureOutlined />} off={source} run={() => void addPicture()} />
      )}
      {state.table ? (
        <Dropdown menu={{ items: inTable }} trigger={['click']} disabled={source}>
          <Button type="text" size="small" icon={<TableOutlined />} aria-label="表格操作" />
        </Dropdown>
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

interface ToolProps {
  label: string
  icon: ReactNode
  on?: boolean
  off?: boolean
  run(): void
}

function Tool({ label, icon, on, off = false, run }: ToolProps) {
  return (
    <Button
      type={on ? 'primary' : 'text'}
      size="small"
      icon={icon}
      aria-label={label}
      title={label}
      {...(on === undefined ? {} : { 'aria-pressed': on })}
      disabled={off}
      onClick={run}
    />
  )
}
