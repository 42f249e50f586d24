import sanitize from 'sanitize-html'

const SIZE = [/^\d+(?:\.\d+)?(?:px|em|rem|%|pt)?$/, /^auto$/]
const COLOUR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]+$/i]

const OPTIONS: sanitize.IOptions = {
  allowedTags: [...sanitize.defaults.allowedTags, 'img', 'video', 'source', 'del', 'ins'],
  allowedAttributes: {
    '*': ['style', 'class'],
    a: ['href', 'target', 'rel', 'title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    video: ['src', 'poster', 'controls', 'width', 'height'],
    source: ['src', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    col: ['span', 'width'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https', 'data'] },
  allowProtocolRelative: false,
  allowedStyles: {
    '*': {
      'text-align': [/^(?:left|right|center|justify)$/],
      'text-indent': SIZE,
      'line-height': SIZE,
      'font-size': SIZE,
      'font-weight': [/^(?:bold|normal|\d{3})$/],
      'text-decoration': [/^(?:underline|line-through|none)$/],
      color: COLOUR,
      'background-color': COLOUR,
      width: SIZE,
      height: SIZE,
      'max-width': SIZE,
    },
  },
}

/** Rich text as it may be stored: nothing in it that a browser would run or load on its own. Platform §5.3. */
export function cleanHtml(html: string): string {
  return html === '' ? '' : sanitize(html, OPTIONS)
}
