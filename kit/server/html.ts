import sanitize from 'sanitize-html'
import { FRAME_SANDBOX, playerAddress } from '#kit/shared/media.ts'

const MOST_PASSES = 10
const SIZE = [/^\d+(?:\.\d+)?(?:px|em|rem|%|pt)?$/, /^auto$/]
const COLOUR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]+$/i]
const FONT = [/^[\p{L}\d\s"',-]{1,200}$/u]
const INLINE_PICTURE = /^data:image\/(?:png|jpe?g|gif|bmp|webp);base64,[a-z\d+/=\s]+$/i

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...sanitize.defaults.allowedTags, 'img', 'video', 'source', 'iframe', 'del', 'ins'],
  allowedAttributes: {
    '*': ['style'],
    a: ['href', 'target', 'rel', 'title', 'download'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    video: ['src', 'poster', 'controls', 'preload', 'title', 'width', 'height'],
    source: ['src', 'type'],
    iframe: ['src', 'sandbox', 'allowfullscreen', 'referrerpolicy', 'title', 'width', 'height'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    col: ['span', 'width'],
  },
  // Classes are those of this application: one of them could lay a text over the whole page.
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster'],
  allowProtocolRelative: false,
  allowedStyles: {
    '*': {
      'text-align': [/^(?:left|right|center|justify)$/],
      'text-indent': SIZE,
      'line-height': SIZE,
      'font-size': SIZE,
      'font-family': FONT,
      'font-weight': [/^(?:bold|normal|\d{3})$/],
      'font-style': [/^(?:italic|normal)$/],
      'text-decoration': [/^(?:underline|line-through|none)$/],
      color: COLOUR,
      'background-color': COLOUR,
      width: SIZE,
      height: SIZE,
      'max-width': SIZE,
    },
  },
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs.target === undefined ? attribs : { ...attribs, rel: 'noopener noreferrer nofollow' },
    }),
    video: (tagName, attribs) => ({ tagName, attribs: { ...attribs, controls: '' } }),
    iframe: (tagName, attribs) => ({ tagName, attribs: frameAttributes(attribs) }),
  },
  // What stands inside of a frame is shown by browsers that know none, and is read as text by the others.
  textFilter: (text, tag) => (tag === 'iframe' ? '' : text),
  exclusiveFilter: ({ tag, attribs }) =>
    (tag === 'iframe' && attribs.src === undefined) ||
    (tag === 'img' && /^\s*data:/i.test(attribs.src ?? '') && !INLINE_PICTURE.test(attribs.src ?? '')),
}

function frameAttributes(given: sanitize.Attributes): sanitize.Attributes {
  const src = playerAddress(given.src ?? '')
  if (src === null) return {}
  const { width, height, title } = given
  return {
    src,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(title === undefined ? {} : { title }),
    sandbox: FRAME_SANDBOX,
    referrerpolicy: 'no-referrer',
    allowfullscreen: '',
  }
}

/**
 * Rich text as it may be stored: nothing in it that a browser would run or load on its own, but players of the listed
 * sites, boxed in. Cleaning it again changes nothing. Platform §5.3.
 */
export function cleanHtml(html: string): string {
  let clean = html
  // What lost its wrapping may stand where it is read differently the next time, e.g. a link within a link.
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const again = clean === '' ? '' : sanitize(clean, OPTIONS)
    if (again === clean) break
    clean = again
  }
  return clean
}
