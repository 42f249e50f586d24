import { Node } from '@tiptap/react'
import { FRAME_SANDBOX, isPlayed, playerAddress } from '#kit/shared/media.ts'

/** A picture in a text. */
export const Picture = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: '' }, width: { default: null } }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

const filmIn = (element: HTMLElement) =>
  element.matches('video') ? element : (element.querySelector('video') ?? element)

const filmSource = (element: HTMLElement): string | null =>
  filmIn(element).getAttribute('src') ?? element.querySelector('source')?.getAttribute('src') ?? null

/** A film in a text, with its controls; one that browsers do not play also as a file to be saved. Platform §5.3. */
export const Film = Node.create({
  name: 'film',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null, parseHTML: filmSource },
    poster: { default: null, parseHTML: (element) => filmIn(element).getAttribute('poster') },
    name: {
      default: '',
      parseHTML: (element) => element.querySelector('a[download]')?.getAttribute('download') ?? '',
    },
  }),
  parseHTML: () => [
    { tag: 'figure', getAttrs: (element) => (filmSource(element) === null ? false : null) },
    { tag: 'video', getAttrs: (element) => (filmSource(element) === null ? false : null) },
  ],
  renderHTML({ node }) {
    const src = String(node.attrs.src)
    const played = isPlayed(src)
    const name = String(node.attrs.name) || src.split('/').at(-1)
    const poster = node.attrs.poster === null ? {} : { poster: node.attrs.poster }
    const film = ['video', { src, controls: '', preload: played ? 'metadata' : 'none', ...poster }] as const
    if (played) return film
    const saving = ['a', { href: src, download: name }, `下载视频：${name}`] as const
    return ['figure', {}, film, ['figcaption', {}, saving]]
  },
})

/** The player of a listed site. Platform §5.3. */
export const Player = Node.create({
  name: 'player',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    src: { default: null, parseHTML: (element) => playerAddress(element.getAttribute('src') ?? '') },
  }),
  parseHTML: () => [
    {
      tag: 'iframe[src]',
      getAttrs: (element) => (playerAddress(element.getAttribute('src') ?? '') === null ? false : null),
    },
  ],
  renderHTML: ({ node }) => [
    'iframe',
    {
      src: node.attrs.src,
      sandbox: FRAME_SANDBOX,
      referrerpolicy: 'no-referrer',
      allowfullscreen: '',
      title: '视频',
    },
  ],
})
