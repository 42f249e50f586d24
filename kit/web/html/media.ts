import type { Editor, JSONContent } from '@tiptap/react'
import { isFilm, playerAddress } from '#kit/shared/media.ts'
import { toastError } from '#kit/web/toast.ts'
import { mayUpload, uploadFiles } from '#kit/web/upload/uploads.ts'

const ADDRESS = /^(?:https?:\/\/[^\s"'<>\\]+|\/(?!\/)[^\s"'<>\\]*)$/
const INLINE = /^data:image\/(png|jpe?g|gif|bmp);base64,(.+)$/is

/** Puts a picture or a film behind what is chosen, and a line below it to write on. */
export function insertMedia(editor: Editor, src: string, name = ''): void {
  insertBlock(
    editor,
    isFilm(src) ? { type: 'film', attrs: { src, name } } : { type: 'image', attrs: { src } },
  )
}

// Behind, not in place of it: after a paste the last picture may be chosen.
function insertBlock(editor: Editor, node: JSONContent): void {
  const behind = editor.state.selection.to
  editor
    .chain()
    .focus()
    .insertContentAt(behind, [node, { type: 'paragraph' }])
    .run()
}

/** Puts in a film by its address or by what a listed site offers for embedding; false when it is neither. */
export function insertFilm(editor: Editor, given: string): boolean {
  const src = /<iframe[^>]*\ssrc=["']?([^"'\s>]+)/i.exec(given)?.[1]?.replaceAll('&amp;', '&') ?? given.trim()
  const player = playerAddress(src)
  if (player !== null) {
    insertBlock(editor, { type: 'player', attrs: { src: player } })
    return true
  }
  if (!ADDRESS.test(src) || !isFilm(src)) return false
  insertMedia(editor, src)
  return true
}

/** Uploads pictures and films and puts in what arrived. */
export async function sendMedia(editor: Editor, files: readonly File[]): Promise<void> {
  for (const film of [false, true]) {
    const some = files.filter((file) => (file.type.startsWith('video/') || isFilm(file.name)) === film)
    for (const { url, fileName } of await uploadFiles(some, film ? 'textFilm' : 'textImage'))
      if (!editor.isDestroyed) insertMedia(editor, url, fileName)
  }
}

const underway = new WeakMap<Editor, Set<string>>()

/**
 * Uploads the pictures that were pasted as data and puts their addresses in their place; those that cannot be uploaded
 * are taken out, and that is told. Platform §5.3.
 */
export async function keepInlinePictures(editor: Editor): Promise<void> {
  const busy = underway.get(editor) ?? new Set()
  underway.set(editor, busy)
  const found = inlinePictures(editor).filter((src) => !busy.has(src))
  for (const src of found) busy.add(src)
  for (const src of found) {
    const file = fileOf(src)
    const [done] = file !== null && mayUpload() ? await uploadFiles([file], 'textImage') : []
    if (done === undefined) toastError('粘贴的图片无法上传，已去掉')
    if (!editor.isDestroyed) replaceSource(editor, src, done?.url ?? null)
    busy.delete(src)
  }
}

function inlinePictures(editor: Editor): string[] {
  const found = new Set<string>()
  editor.state.doc.descendants((node) => {
    const { src } = node.attrs
    if (node.type.name === 'image' && typeof src === 'string' && src.startsWith('data:')) found.add(src)
  })
  return [...found]
}

function fileOf(src: string): File | null {
  const [, subtype = '', data = ''] = INLINE.exec(src) ?? []
  if (subtype === '') return null
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
    const type = subtype.toLowerCase()
    return new File([bytes], `粘贴的图片.${type}`, { type: `image/${type}` })
  } catch {
    return null
  }
}

/** Gives pictures of one address another; null takes them out. Undoing does not bring the old one back. */
function replaceSource(editor: Editor, src: string, url: string | null): void {
  const { tr, doc } = editor.state
  doc.descendants((node, place) => {
    if (node.type.name !== 'image' || node.attrs.src !== src) return
    const at = tr.mapping.map(place)
    if (url === null) tr.delete(at, at + node.nodeSize)
    else tr.setNodeAttribute(at, 'src', url)
  })
  editor.view.dispatch(tr.setMeta('addToHistory', false))
}
