import { lazy, Suspense } from 'react'
import { shorten } from '#kit/shared/characters.ts'
import { type FieldUi, isNone, NONE, textOf } from '#kit/web/fieldUi.ts'
import { Busy } from '#kit/web/states/Busy.tsx'

const Editor = lazy(() => import('#kit/web/html/Editor.tsx'))
const Html = lazy(() => import('#kit/web/html/Html.tsx'))

export const htmlUi: FieldUi = {
  Input: (props) => (
    <Suspense fallback={<Busy />}>
      <Editor {...props} />
    </Suspense>
  ),
  Cell: ({ value, wide }) => {
    if (isNone(value)) return <>{NONE}</>
    if (!wide) return <>{plain(textOf(value))}</>
    return (
      <Suspense fallback={<Busy />}>
        <Html html={textOf(value)} />
      </Suspense>
    )
  },
}

const SHORT = 40

// Parsed without being shown: nothing in it is loaded or run.
function plain(html: string): string {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
  return shorten(text, SHORT)
}
