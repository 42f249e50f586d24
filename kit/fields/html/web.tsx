import { shorten } from '#kit/shared/characters.ts'
import { type FieldUi, isNone, NONE, textOf } from '#kit/web/fieldUi.ts'
import { lazyInput } from '#kit/web/lazyInput.tsx'

const Editor = lazyInput(() => import('#kit/web/html/Editor.tsx'), 'editor')
const Html = lazyInput(() => import('#kit/web/html/Html.tsx'))

export const htmlUi: FieldUi = {
  Input: (props) => <Editor {...props} />,
  Cell: ({ value, wide }) => {
    if (isNone(value)) return <>{NONE}</>
    if (!wide) return <>{plain(textOf(value))}</>
    return <Html html={textOf(value)} />
  },
}

const SHORT = 40

// Parsed without being shown: nothing in it is loaded or run.
function plain(html: string): string {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
  return shorten(text, SHORT)
}
