import DOMPurify, { type Config } from 'dompurify'
import { useMemo } from 'react'
import { playerAddress } from '#kit/shared/media.ts'

const CONFIG: Config = {
  ADD_TAGS: ['iframe'],
  ADD_ATTR: ['sandbox', 'allowfullscreen', 'referrerpolicy', 'target'],
}

DOMPurify.addHook('afterSanitizeAttributes', (element) => {
  if (element.localName === 'iframe' && playerAddress(element.getAttribute('src') ?? '') === null)
    element.remove()
})

/** Stored rich text, shown. The server has sanitised it; this is the second lock. Platform §5.3. */
export default function Html({ html }: { html: string }) {
  const clean = useMemo(() => DOMPurify.sanitize(html, CONFIG), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the line above.
  return <div className="k-html" dangerouslySetInnerHTML={{ __html: clean }} />
}
