import sanitize from 'sanitize-html'
import { refuse } from '#kit/shared/errors.ts'
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

/** What a text may hold; an article pasted from a word processor stays far below. */
const MOST_DEPTH = 100
const MOST_TAGS = 20_000
const MOST_ATTRIBUTES = 100

/** The options, with the tags counted as the parser meets them: what is nested deep costs the square of its depth. */
function counting(): sanitize.IOptions {
  let depth = 0
  let tags = 0
  return {
    ...OPTIONS,
    onOpenTag(_name, attributes) {
      if (++depth > MOST_DEPTH) throw refuse(`嵌套不能超过${MOST_DEPTH}层，请简化排版`)
      if (++tags > MOST_TAGS) throw refuse(`不能超过${MOST_TAGS}个标签，请简化排版`)
      if (Object.keys(attributes).length > MOST_ATTRIBUTES)
        throw refuse(`一个标签不能超过${MOST_ATTRIBUTES}个属性，请简化排版`)
    },
    onCloseTag() {
      depth -= 1
    },
  }
}

/**
 * Rich text as it may be stored: nothing in it that a browser would run or load on its own, but players of the listed
 * sites, boxed in. Cleaning it again changes nothing. 422 with what the text has too much of, to stand behind its label.
 * Takes its time: long texts go through `cleanHtml`. Platform §5.3.
 */
export function cleanNow(html: string): string {
  let clean = html
  // What lost its wrapping may stand where it is read differently the next time, e.g. a link within a link.
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const again = clean === '' ? '' : sanitize(clean, counting())
    if (again === clean) break
    clean = again
  }
  return clean
}
