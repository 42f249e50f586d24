import { EditorContent, type Editor as Tiptap, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { Input } from 'antd'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { MAX_BYTES } from '#kit/fields/html/shared.ts'
import { type InputProps, textOf } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'
import { toastError } from '#kit/web/toast.ts'
import { mayUpload } from '#kit/web/upload/uploads.ts'
import { Background, Colour, FontFamily, FontSize, TextAlign } from './marks.ts'
import { keepInlinePictures, sendMedia } from './media.ts'
import { Film, Picture, Player } from './nodes.ts'
import { cleanPasted, pastedFiles } from './paste.ts'
import { Toolbar } from './Toolbar.tsx'
import { Table, TableCell, TableHeader, TableRow } from './tables.ts'

const EMPTY = '<p></p>'
const EXTENSIONS = [
  StarterKit.configure({ link: { openOnClick: false, protocols: ['http', 'https', 'mailto', 'tel'] } }),
  ...[Picture, Film, Player, Table, TableRow, TableCell, TableHeader],
  ...[Colour, Background, FontSize, FontFamily, TextAlign],
]

/**
 * Rich text: 400 px high; headings, fonts, colours, lists, tables, links, pictures, films, source, full screen. What is
 * pasted or dropped is cleaned, and its files are uploaded. Platform §5.3.
 */
export default function Editor({ field, value, onChange, id, disabled, invalid }: InputProps) {
  const [source, setSource] = useState(false)
  const [full, setFull] = useState(false)
  const html = textOf(value)
  const editor = useEditor({
    extensions: EXTENSIONS,
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
      transformPastedHTML(pasted) {
        const clean = cleanPasted(pasted)
        if (clean.lost > 0) toastError(`有${clean.lost}张图片无法粘贴，请上传`)
        return clean.html
      },
      handlePaste: (_, event) => takeFiles(pastedFiles(event.clipboardData)),
      handleDrop: (_, event) => takeFiles([...(event.dataTransfer?.files ?? [])]),
    },
    onUpdate({ editor: now, transaction }) {
      onChange(textOfEditor(now))
      if (transaction.getMeta('uiEvent') !== undefined) void keepInlinePictures(now)
    },
  })

  function takeFiles(files: File[]): boolean {
    if (files.length === 0 || editor === null || !mayUpload()) return false
    void sendMedia(editor, files)
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
  const leave = (event: KeyboardEvent) => {
    if (!full || event.key !== 'Escape' || event.nativeEvent.isComposing) return
    // The dialog around it stays.
    event.stopPropagation()
    setFull(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is a shortcut; a button does the same.
    <div className={full ? 'k-editor k-editor-full' : 'k-editor'} onKeyDown={leave}>
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
          disabled={disabled ?? false}
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
      <Count letters={[...editor.getText()].length} bytes={new TextEncoder().encode(html).length} />
    </div>
  )
}

const KB = 1024

/** How much has been written, and while it is written that it is too much. */
function Count({ letters, bytes }: { letters: number; bytes: number }) {
  const size = Math.ceil(bytes / KB)
  return (
    <div className="k-hint k-editor-count">
      {letters} 字 · {size} / {MAX_BYTES / KB} KB
      <span role="alert" className="k-error">
        {bytes > MAX_BYTES && ' 内容超过500KB，无法保存，请删减'}
      </span>
    </div>
  )
}

function textOfEditor(editor: Tiptap): string {
  const html = editor.getHTML()
  return html === EMPTY ? '' : html
}
